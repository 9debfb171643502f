/**
 * A minimal HTTP client for benchmarks: one keep-alive connection, one request at a time, replies parsed as
 * bytes. It shares two cores with the server, so its own CPU time distorts the result.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface Reply {
  readonly status: number;
  readonly body: string;
}

export interface Connection {
  request(bytes: string): Promise<Reply>;
  close(): void;
}

const headEnd = Buffer.from('\r\n\r\n');
const lengthName = Buffer.from('ontent-length: ');
/** The end of a reply sent in chunks, whose sizes stay in the body here. */
const lastChunk = Buffer.from('\r\n0\r\n\r\n');

function readReply(bytes: Buffer): Reply | undefined {
  const end = bytes.indexOf(headEnd);
  if (end < 0) return undefined;
  const at = bytes.indexOf(lengthName);
  const chunked = at < 0 || at > end;
  if (chunked && !bytes.subarray(-lastChunk.length).equals(lastChunk)) return undefined;
  const length = chunked
    ? bytes.length - end - 4
    : Number.parseInt(bytes.toString('latin1', at + 15, at + 25), 10);
  if (bytes.length < end + 4 + length) return undefined;
  return {
    status: Number(bytes.toString('latin1', 9, 12)),
    body: bytes.toString('utf8', end + 4, end + 4 + length),
  };
}

/** Opens a connection to a local server. */
export async function openConnection(port: number): Promise<Connection> {
  const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  let waiting: { resolve: (reply: Reply) => void; reject: (error: Error) => void } | undefined;
  let bytes: Buffer = Buffer.alloc(0);
  socket.on('data', (part: Buffer) => {
    bytes = bytes.length === 0 ? part : Buffer.concat([bytes, part]);
    const reply = readReply(bytes);
    if (!reply) return;
    bytes = Buffer.alloc(0);
    waiting?.resolve(reply);
  });
  socket.on('close', () => waiting?.reject(new Error('the server closed the connection')));
  socket.on('error', (error) => waiting?.reject(error));
  return {
    request: (text) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        socket.write(text);
      }),
    close: () => socket.destroy(),
  };
}
