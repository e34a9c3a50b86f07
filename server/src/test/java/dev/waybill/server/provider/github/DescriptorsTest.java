package dev.waybill.server.provider.github;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.server.provider.Operation;
import dev.waybill.server.provider.Surface;
import dev.waybill.server.schema.JsonSchema;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The operations as clients know them, from appendix A and vectors 1 to 4.
class DescriptorsTest {
    private static final String COMMIT = "{'type':'string','pattern':'^[0-9a-f]{40}$'}";
    private static final String COMMENTS =
            "{'type':'array','maxItems':100,'items':{'type':'object','additionalProperties':false,'required':['path','body','line'],"
                    + "'properties':{'path':{'type':'string','minLength':1},'body':{'type':'string','minLength':1},'line':{'type':'integer','minimum':1},"
                    + "'side':{'type':'string','enum':['LEFT','RIGHT']},'startLine':{'type':'integer','minimum':1},'startSide':{'type':'string','enum':['LEFT','RIGHT']}}}}";
    private static final String NOTHING =
            "{'type':'object','additionalProperties':false,'properties':{}}";
    private static final String BODY =
            "{'type':'object','additionalProperties':false,'required':['body'],'properties':{'body':{'type':'string','minLength':1}}}";

    private final GitHub github = new GitHub(InstantSource.system());
    private final Json json = new Json(JsonLimits.DEFAULTS);

    @Test
    void what_was_first_at_a_surface_is_still_first() {
        assertThat(names("issue_comment"))
                .containsExactly(
                        "add_comment",
                        "close_issue",
                        "reopen_issue",
                        "add_reaction",
                        "remove_reaction");
        assertThat(names("pull_request_comment"))
                .startsWith("add_comment", "close_issue", "reopen_issue", "merge_pull_request")
                .hasSize(10);
        assertThat(names("review_comment")).startsWith("reply_in_review_thread").hasSize(10);
        assertThat(names("pull_request_review"))
                .startsWith("add_comment")
                .doesNotContain("reply_in_review_thread")
                .hasSize(9);
    }

    @Test
    void the_plain_text_of_each_surface_is_what_one_would_write_there() {
        assertThat(github.surfaces())
                .extracting(surface -> surface.canonical().map(Operation::name).orElse(""))
                .containsExactly(
                        "add_comment", "add_comment", "reply_in_review_thread", "add_comment");
    }

    @Test
    void surfaces_go_by_the_names_of_what_they_are_on() {
        assertThat(github.surface("issue")).isEqualTo(github.surface("issue_comment"));
        assertThat(github.surface("pull_request"))
                .isEqualTo(github.surface("pull_request_comment"));
        assertThat(github.surface("deployment")).isEmpty();
    }

    @Test
    void input_is_asked_for_letter_by_letter_as_clients_know_it() {
        is("issue_comment", "add_comment", BODY);
        is("review_comment", "reply_in_review_thread", BODY);
        is(
                "pull_request_comment",
                "reply_in_review_thread",
                "{'type':'object','additionalProperties':false,'required':['body','commentId'],'properties':{'body':{'type':'string','minLength':1},'commentId':{'type':'integer','minimum':1}}}");
        is(
                "issue_comment",
                "close_issue",
                "{'type':'object','additionalProperties':false,'properties':{'stateReason':{'type':'string','enum':['completed','not_planned','duplicate']}}}");
        is("pull_request_comment", "close_issue", NOTHING);
        is("issue_comment", "reopen_issue", NOTHING);
        is(
                "pull_request_comment",
                "merge_pull_request",
                "{'type':'object','additionalProperties':false,'properties':{'mergeMethod':{'type':'string','enum':['merge','squash','rebase']},'commitTitle':{'type':'string'},'commitMessage':{'type':'string'},'expectedHeadSha':"
                        + COMMIT
                        + "}}");
        is(
                "pull_request_comment",
                "start_review",
                "{'type':'object','additionalProperties':false,'properties':{'body':{'type':'string'},'commitId':"
                        + COMMIT
                        + ",'comments':"
                        + COMMENTS
                        + "}}");
        is(
                "pull_request_comment",
                "submit_review",
                "{'type':'object','additionalProperties':false,'required':['event'],'properties':{'event':{'type':'string','enum':['COMMENT','APPROVE','REQUEST_CHANGES']},'body':{'type':'string'},'reviewId':{'type':'integer','minimum':1},'commitId':"
                        + COMMIT
                        + ",'comments':"
                        + COMMENTS
                        + "},'if':{'properties':{'event':{'enum':['COMMENT','REQUEST_CHANGES']}}},'then':{'anyOf':[{'required':['body'],'properties':{'body':{'minLength':1}}},{'required':['comments']},{'required':['reviewId']}]}}");
        is(
                "pull_request_comment",
                "discard_review",
                "{'type':'object','additionalProperties':false,'properties':{'reviewId':{'type':'integer','minimum':1}}}");
        is(
                "issue_comment",
                "add_reaction",
                "{'type':'object','additionalProperties':false,'required':['content'],'properties':{'content':{'type':'string','enum':['+1','-1','laugh','confused','heart','hooray','rocket','eyes']}}}");
        is(
                "issue_comment",
                "remove_reaction",
                "{'type':'object','additionalProperties':false,'required':['reactionId'],'properties':{'reactionId':{'type':'integer','minimum':1}}}");
    }

    @ParameterizedTest
    @CsvSource({
        "issue_comment,add_comment,Add Comment",
        "issue_comment,close_issue,Close Issue",
        "issue_comment,reopen_issue,Reopen Issue",
        "pull_request_comment,close_issue,Close Pull Request",
        "pull_request_comment,reopen_issue,Reopen Pull Request",
        "pull_request_comment,merge_pull_request,Merge Pull Request",
        "review_comment,reply_in_review_thread,Reply In Review Thread",
        "review_comment,start_review,Start Review",
        "review_comment,submit_review,Submit Review",
        "review_comment,discard_review,Discard Pending Review",
        "pull_request_review,add_reaction,Add Reaction",
        "pull_request_review,remove_reaction,Remove Reaction"
    })
    void operations_have_the_titles_that_people_know(
            String surface, String operation, String title) {
        assertThat(operation(surface, operation).title()).isEqualTo(title);
    }

    @Test
    void only_what_cannot_be_taken_back_is_destructive() {
        assertThat(github.surfaces().stream().flatMap(surface -> surface.operations().stream()))
                .allSatisfy(
                        operation -> {
                            assertThat(operation.destructive())
                                    .isEqualTo(operation.name().equals("merge_pull_request"));
                            assertThat(operation.permissions()).isNotEmpty();
                            assertThat(operation.resultSchema()).isNotNull();
                        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "issue_comment;add_comment;{\"body\":\"x\",\"zzz\":1}",
                "issue_comment;add_comment;{}",
                "issue_comment;add_reaction;{\"content\":\"smile\"}",
                "pull_request_comment;merge_pull_request;{\"mergeMethod\":\"weird\"}",
                "pull_request_comment;merge_pull_request;{\"expectedHeadSha\":\"abc\"}",
                "pull_request_comment;close_issue;{\"stateReason\":\"completed\"}",
                "pull_request_comment;reply_in_review_thread;{\"body\":\"x\"}",
                "pull_request_comment;submit_review;{\"event\":\"COMMENT\"}"
            })
    void what_was_not_meant_is_no_input(String surface, String operation, String input) {
        JsonSchema schema = JsonSchema.read(operation(surface, operation).inputSchema());

        assertThat(schema.violations(json.tree(input))).isNotEmpty();
    }

    private void is(String surface, String operation, String schema) {
        assertThat(json.text(operation(surface, operation).inputSchema()))
                .isEqualTo(schema.replace('\'', '"'));
    }

    private List<String> names(String surface) {
        return at(surface).operations().stream().map(Operation::name).toList();
    }

    private Operation operation(String surface, String name) {
        return at(surface).operation(name).orElseThrow();
    }

    private Surface at(String name) {
        return github.surface(name).orElseThrow();
    }
}
