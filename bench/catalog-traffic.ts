/**
 * The two processes beside the shop in the catalogue's benchmark: `bare FILE` is a node:http server that
 * sends stored replies, `load PLAN` a load generator.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect } from 'node:net';

/** A request as raw bytes. */
export type Asked = string;

export const connections = 16;

export interface Reply {
  readonly head: string;
  readonly body: Buffer;
}

/**
 * A keep-alive connection with one request at a time; `onReply` gets the whole reply and returns the next
 * request, or undefined to close.
 */
function openConnection(port: number, onReply: (bytes: Buffer) => Asked | undefined) {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  let parts: Buffer[] = [];
  let missing = 0;
  socket.on('data', (part) => {
    if (parts.length === 0) {
      const end = part.indexOf('\r\n\r\n');
      const head = part.toString('latin1', 0, end);
      const length = /content-length: (\d+)/i.exec(head)?.[1];
      if (end < 0 || length === undefined || !head.startsWith('HTTP/1.1 200'))
        throw new Error(`unexpected reply: ${part.toString('utf8', 0, 500)}`);
      missing = end + 4 + Number(length);
    }
    parts.push(part);
    missing -= part.length;
    if (missing > 0) return;
    const whole = parts;
    parts = [];
    const next = onReply(whole.length === 1 ? (whole[0] ?? part) : Buffer.concat(whole));
    if (next === undefined) socket.destroy();
    else socket.write(next);
  });
  return socket;
}

/** Fetches replies to a sample of the requests, each twice: the second reply is already compressed. */
export function sample(port: number, asked: readonly Asked[]): Promise<Reply[]> {
  const every = Math.ceil(asked.length / 100);
  const some = asked.filter((_, i) => i % every === 0);
  const replies: Reply[] = [];
  let at = 0;
  return new Promise((done, failed) => {
    const next = () => some[at >> 1];
    const socket = openConnection(port, (bytes) => {
      const end = bytes.indexOf('\r\n\r\n');
      if (at % 2 === 1)
        replies.push({ head: bytes.toString('latin1', 0, end), body: bytes.subarray(end + 4) });
      at += 1;
      return next();
    });
    socket.on('close', () => done(replies));
    socket.on('error', failed);
    socket.write(next() ?? '');
  });
}

/** The bare server: sends stored replies in turn, whatever the request. */
function bare(file: string): void {
  const stored = JSON.parse(readFileSync(file, 'utf8')) as { head: string; body: string }[];
  const replies = stored.map(({ head, body }) => ({
    body: Buffer.from(body, 'base64'),
    headers: head
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(/: /, 2))
      .filter(([name = '']) => !/^(date|connection|keep-alive)$/i.test(name))
      .flat(),
  }));
  let at = 0;
  const server = createServer((request, response) => {
    request.resume();
    const reply = replies[at++ % replies.length];
    response.writeHead(200, reply?.headers);
    response.end(reply?.body);
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    console.log(`"port":${typeof address === 'object' ? address?.port : ''}`);
  });
  process.on('SIGTERM', () => process.exit());
}

export interface LoadPlan {
  readonly port: number;
  readonly file: string;
  readonly runMs: number;
  /** Where in the list of requests to begin, from 0 to 1. */
  readonly share: number;
}

/** The load generator; prints the requests per second. */
async function load({ port, file, runMs, share }: LoadPlan): Promise<void> {
  const asked = JSON.parse(readFileSync(file, 'utf8')) as Asked[];
  let at = Math.floor(share * asked.length);
  let done = 0;
  const next = () => asked[at++ % asked.length];
  const began = performance.now();
  const sockets = Array.from({ length: connections }, () => {
    const socket = openConnection(port, () => {
      done += 1;
      return performance.now() - began < runMs ? next() : undefined;
    });
    socket.write(next() ?? '');
    return new Promise((closed) => socket.on('close', closed));
  });
  await Promise.all(sockets);
  console.log((done / (performance.now() - began)) * 1_000);
}

if (import.meta.main) {
  const [role, given = ''] = process.argv.slice(2);
  if (role === 'bare') bare(given);
  else await load(JSON.parse(given) as LoadPlan);
}
