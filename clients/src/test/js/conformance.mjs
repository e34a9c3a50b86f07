// Runs the conformance suite of MCP against a server that wants a token: the suite has none to show, so it calls a
// relay of bytes in between that adds it. Arguments: the package of the suite, the server, the token, and what the suite
// is asked for.
import { spawn } from "node:child_process";
import { once } from "node:events";
import http from "node:http";
import process from "node:process";

const [suite, target, token, ...wanted] = process.argv.slice(2);
const { hostname, port } = new URL(target);

const relay = http.createServer((request, response) => {
  const onward = http.request(
    {
      hostname,
      port,
      method: request.method,
      path: request.url,
      headers: { ...request.headers, authorization: `Bearer ${token}` },
      setHost: false,
    },
    (answer) => {
      response.writeHead(answer.statusCode, answer.headers);
      response.flushHeaders();
      answer.pipe(response);
    },
  );
  onward.on("error", () => response.destroy());
  response.on("close", () => onward.destroy());
  request.pipe(onward);
});
relay.listen(0, "127.0.0.1");
await once(relay, "listening");

const run = spawn(
  process.execPath,
  [
    `node_modules/${suite}/dist/index.js`,
    "server",
    "--url",
    `http://127.0.0.1:${relay.address().port}/mcp`,
    ...wanted,
  ],
  { stdio: "inherit" },
);
const [code] = await once(run, "exit");
relay.closeAllConnections();
relay.close();
process.exitCode = code ?? 1;
