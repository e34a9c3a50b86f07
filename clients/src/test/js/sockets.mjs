// Raw WebSockets: what the server really says, before any client has touched it.
import { WebSocket } from 'ws';
import { eventually } from './lib.mjs';

export class RawSocket {
  static async open(server, path, token, { header = false } = {}) {
    const url = `${server.url.replace('http', 'ws')}${path}${header ? '' : `?token=${token}`}`;
    const socket = new WebSocket(url, header ? { headers: { authorization: `Bearer ${token}` } } : {});
    const raw = new RawSocket(socket);
    await new Promise((resolve, reject) => {
      socket.on('open', resolve);
      socket.on('error', reject);
      socket.on('unexpected-response', (_, response) => reject(Object.assign(new Error(`status ${response.statusCode}`), { status: response.statusCode })));
    });
    socket.on('error', () => {});
    return raw;
  }

  constructor(socket) {
    this.socket = socket;
    this.frames = [];
    this.acks = true;
    socket.on('message', (data) => {
      const frame = JSON.parse(data);
      this.frames.push(frame);
      if (this.acks && frame.type === 'deliver' && frame.seq > 0) {
        this.send({ type: 'delivery.ack', agent: frame.agent, up_to_seq: frame.seq });
      }
    });
  }

  send(frame) {
    this.socket.send(JSON.stringify(frame.type === 'ping' || frame.type === 'resync' ? frame : { v: 1, ...frame }));
  }

  /** Sends a request and returns the reply or error that echoes its id. */
  async ask(frame) {
    this.send(frame);
    return eventually(() => this.frames.find((answer) => ['reply', 'error'].includes(answer.type) && answer.id === frame.id));
  }

  /** The first frame, now or later, that the question likes. */
  see(question, milliseconds) {
    return eventually(() => this.frames.find(question), milliseconds);
  }

  deliver(type, milliseconds) {
    return this.see((frame) => frame.type === 'deliver' && frame.payload?.type === type, milliseconds);
  }

  close() {
    this.socket.close();
  }
}
