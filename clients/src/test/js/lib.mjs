// What the scripts share: one line per check, waiting with a limit, and a server of their own that may be killed.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const here = dirname(fileURLToPath(import.meta.url));

const children = new Set();
const folders = [];
let checks = 0;
const failures = [];

/** Runs one check and prints one line about it. A failure does not stop the checks after it; they see undefined. */
export async function check(name, body) {
  checks += 1;
  const start = Date.now();
  try {
    const result = await within(120_000, body, name);
    console.log(`ok     ${name} (${Date.now() - start} ms)`);
    return result;
  } catch (error) {
    failures.push(name);
    console.log(`FAILED ${name}\n       ${told(error).join('\n       ')}`);
    return undefined;
  }
}

/** The message, what the server answered, and the places in the scripts; frames of packages tell nothing. */
function told(error) {
  const lines = String(error?.stack ?? error).split('\n');
  const message = lines.filter((line) => !/^\s+at /.test(line) && line.trim()).slice(0, 40);
  const places = lines.filter((line) => /^\s+at /.test(line) && !/node_modules|node:|\/lib\.mjs/.test(line));
  const answer = error?.statusCode ? [`answered ${error.statusCode} ${error.rawCode ?? error.code}`] : [];
  return [...message, ...answer, ...places.map((line) => line.trim())];
}

async function within(milliseconds, body, name) {
  let timer;
  const limit = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${name}: no end after ${milliseconds} ms`)), milliseconds);
  });
  try {
    return await Promise.race([Promise.resolve().then(body), limit]);
  } finally {
    clearTimeout(timer);
  }
}

/** Asks until the answer is truthy (and throws nothing), and returns it. */
export async function eventually(question, milliseconds = 10_000) {
  const end = Date.now() + milliseconds;
  let last;
  do {
    try {
      last = undefined;
      const answer = await question();
      if (answer) return answer;
    } catch (error) {
      last = error;
    }
    await new Promise((resolve) => setTimeout(resolve, 25));
  } while (Date.now() < end);
  throw last ?? new Error(`not within ${milliseconds} ms: ${question}`);
}

/** Lets time pass in which something must NOT happen. */
export const quiet = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Expects an SDK call to be refused with this raw error code and status. */
export async function refused(call, rawCode, status) {
  let error;
  try {
    await call();
  } catch (thrown) {
    error = thrown;
  }
  if (!error) throw new Error(`was not refused with ${rawCode}`);
  const got = `${error.rawCode ?? error.code} ${error.statusCode}`;
  if (got !== `${rawCode} ${status}`) throw new Error(`expected ${rawCode} ${status}, got ${got}: ${error.message}`);
  return error;
}

/** A new folder that is removed at the end. */
export function folder(name) {
  const path = mkdtempSync(join(tmpdir(), `waybill-${name}-`));
  folders.push(path);
  return path;
}

/** Starts a child process that does not outlive this one. */
export function start(command, args, options = {}) {
  const child = spawn(command, args, options);
  child.leadsGroup = options.detached === true;
  children.add(child);
  child.on('exit', () => children.delete(child));
  return child;
}

/** Runs a command to its end. */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = start(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
    let out = '';
    let err = '';
    child.stdout.on('data', (data) => (out += data));
    child.stderr.on('data', (data) => (err += data));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, out, err }));
  });
}

export function freePort() {
  return new Promise((resolve, reject) => {
    const socket = createServer();
    socket.on('error', reject);
    socket.listen(0, '127.0.0.1', () => {
      const { port } = socket.address();
      socket.close(() => resolve(port));
    });
  });
}

/** What a developer has set for a server of their own is not meant for this one. */
function withoutSettings(environment) {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith('WAYBILL_')));
}

const lib = process.env.CLIENTS_LIB;
const launcher = join(here, '../../../waybill'); // by hand: it finds a JDK, and becomes it

/** The JVM as the launcher starts it with that cache, but for the second compiler: for what lives for seconds it costs more than it saves. */
function jvm(cache, ...options) {
  return lib
    ? [process.env.CLIENTS_JAVA, '-XX:TieredStopAtLevel=1', ...options, `-XX:AOTCache=${lib}/${cache}.aot`,
      '-Xlog:aot=off', '-Xlog:cds=off', '-jar', `${lib}/waybill.jar`]
    : [launcher];
}

/** How the command line is started, as hosts want it: the command, and its arguments. */
export function waybill(...words) {
  const [command, ...args] = [...jvm('cli', '-XX:+UseSerialGC'), ...words];
  return { command, args };
}

/** The built server as a process of its own, with a data folder of its own. */
export class Server {
  static async start(settings = {}) {
    const server = new Server(await freePort(), folder('data'), settings);
    await server.boot();
    return server;
  }

  constructor(port, data, settings) {
    this.port = port;
    this.data = data;
    this.settings = settings;
    this.log = '';
  }

  get url() {
    return `http://127.0.0.1:${this.port}`;
  }

  async boot() {
    const [command, ...options] = jvm('server');
    this.process = start(command, [...options, 'serve', '--port', String(this.port), '--data', this.data], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...withoutSettings(process.env), ...this.settings },
    });
    const keep = (data) => (this.log += data);
    this.process.stdout.on('data', keep);
    this.process.stderr.on('data', keep);
    await eventually(async () => {
      if (this.process.exitCode !== null) throw new Error(`the server ended: ${this.log}`);
      return (await fetch(`${this.url}/health`)).ok;
    }, 30_000);
  }

  /** SIGKILL, as a power cut would. */
  kill() {
    return new Promise((resolve) => {
      this.process.on('exit', resolve);
      this.process.kill('SIGKILL');
    });
  }

  /** Comes back on the same port and data. */
  async restart() {
    await this.kill();
    await this.boot();
  }

  /** One request of the API, for what no client offers. Returns status, headers and the parsed body. */
  async request(token, method, path, body, headers = {}) {
    const response = await fetch(this.url + path, {
      method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : undefined };
  }
}

/** Prints the sum, cleans up, and ends with 1 if a check failed. Timers of clients do not keep the process. */
export async function finish(server) {
  if (server && failures.length) {
    const lines = server.log.split('\n').filter((line) => / (WARN|ERROR) |Exception|^\tat /.test(line));
    if (lines.length) console.log(`\nthe server's complaints:\n${lines.slice(-40).join('\n')}`);
  }
  console.log(`\n${checks - failures.length} of ${checks} checks passed`);
  cleanUp();
  process.exit(failures.length ? 1 : 0);
}

function cleanUp() {
  for (const child of children) {
    if (child.leadsGroup) process.kill(-child.pid, 'SIGKILL');
    else child.kill('SIGKILL');
  }
  for (const path of folders) rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}

for (const event of ['uncaughtException', 'unhandledRejection']) {
  process.on(event, (error) => {
    console.log(`FAILED ${event}: ${error?.stack ?? error}`);
    cleanUp();
    process.exit(1);
  });
}
