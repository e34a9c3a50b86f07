package dev.waybill.browser;

import com.microsoft.playwright.Page;
import java.util.List;
import org.assertj.core.api.Assertions;

/// What holds of the page whatever is written on it.
final class PageCheck {
    /// Finds everything that only the page itself may have made, where others have written, and everything that nobody may.
    private static final String MADE =
            """
            () => {
              const found = [];
              const tell = (what, node) => found.push(what + ': ' + node.outerHTML.slice(0, 200));
              if (typeof window.pwned !== 'undefined') found.push('it ran');
              if (document.scripts.length !== 2) found.push(document.scripts.length + ' scripts');
              document.querySelectorAll('img, iframe, object, embed, style, base, video, math, body link, body meta, body script')
                .forEach((node) => tell('foreign element', node));
              document.querySelectorAll('.foreign *').forEach((node) => {
                if (node.localName !== 'span' || node.className !== 'odd' || node.children.length > 0) tell('markup in text', node);
              });
              for (const node of document.querySelectorAll('*')) {
                for (const { name, value } of node.attributes) {
                  if (name.startsWith('on') || name === 'srcdoc' || name === 'action' || name === 'formaction') tell('attribute ' + name, node);
                  if (name === 'style' && !node.classList.contains('rows')) tell('style', node);
                  if (name === 'href' && document.body.contains(node) && !value.startsWith('#')) tell('link', node);
                }
              }
              if (document.querySelectorAll('main h1').length !== 1) found.push('headings');
              if (document.querySelectorAll('input[type=password]').length !== 0) found.push('a field for passwords');
              document.querySelectorAll('.stranger').forEach((box) => {
                if (!box.firstElementChild?.textContent.startsWith('Text from the network')) tell('no mark', box);
                if (box.querySelector('a, button, input, select')) tell('a control', box);
              });
              return found;
            }
            """;

    /// Finds what is wider than the box it is in, or lies on something else. Boxes with a scroll bar of their own are as wide
    /// as they like inside.
    private static final String OUTSIDE =
            """
            () => {
              const found = [];
              const tell = (what, node) => found.push(what + ': ' + node.outerHTML.slice(0, 160));
              const boxes = 'html, body, main, .top, .side, .pane, .detail, .timeline, .said, .stranger, .card, .text, .facts, .field, .row, .steps, .buttons, .bar, .compose';
              document.querySelectorAll(boxes).forEach((box) => {
                if (box.clientWidth > 0 && getComputedStyle(box).overflowX !== 'hidden' && box.scrollWidth > box.clientWidth + 1) {
                  tell(`${box.scrollWidth} in ${box.clientWidth}`, box);
                }
              });
              document.querySelectorAll('.top, nav a, .top button').forEach((own) => {
                const { left, top, width, height } = own.getBoundingClientRect();
                const x = left + width / 2, y = top + height / 2;
                if (width === 0 || x < 0 || y < 0 || x > innerWidth || y > innerHeight) return;
                const there = document.elementFromPoint(x, y);
                if (!own.contains(there)) tell('covered by ' + there?.outerHTML.slice(0, 80), own);
              });
              if (document.querySelector('.top').getBoundingClientRect().height > 80) found.push('the head has grown');
              return found;
            }
            """;

    private PageCheck() {}

    /// Nothing that was written became anything but text.
    static void onlyText(Page page) {
        Assertions.assertThat((List<?>) page.evaluate(MADE)).as(page.url()).isEmpty();
    }

    /// Nothing reaches out of its box, and nothing covers what belongs to the page.
    static void insideBoxes(Page page) {
        Assertions.assertThat((List<?>) page.evaluate(OUTSIDE)).as(page.url()).isEmpty();
    }
}
