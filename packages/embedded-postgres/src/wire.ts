import { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import type { Settings } from './settings.ts';

/** What the first holder asks of the watchdog. */
export type Order = { home: string; port?: number; settings: Settings; temporary?: boolean };

/** What the watchdog tells its holders. */
export type News =
  | { state: 'busy' | 'starting' | 'stopping' }
  | { state: 'ready'; port: number; pid: number; adopted: boolean }
  | { state: 'failed'; message: string };

export type Message = { order?: Order; leave?: true; news?: News };

/** A talk of one message a line. It ends when the other side ends or dies. */
export type Channel = {
  send(message: Message): void;
  /** The next message, or undefined when the talk has ended. */
  next(): Promise<Message | undefined>;
  readonly closed: Promise<void>;
  /** Whether this talk alone keeps the process from ending. */
  keepAwake(awake: boolean): void;
  end(): void;
};

/** Speaks over a pair of streams; a broken one counts as an end, as does a line that is no JSON. */
export function channel(input: Readable, output: Writable): Channel {
  const lines = createInterface({ input });
  const read = lines[Symbol.asyncIterator]();
  const closed = new Promise<void>((resolve) => lines.once('close', resolve));
  lines.on('error', () => lines.close());
  input.on('close', () => lines.close());
  output.on('error', () => undefined); // The reading side notices the same end.
  return {
    closed,
    send: (message) => void output.write(`${JSON.stringify(message)}\n`),
    async next() {
      const line = await read.next().catch(() => undefined); // Broken, as on a reset.
      return line?.done === false ? parse(line.value) : undefined;
    },
    keepAwake(awake) {
      const sockets = [input, output].filter((stream) => stream instanceof Socket);
      for (const socket of sockets) awake ? socket.ref() : socket.unref();
    },
    end() {
      output.end();
      lines.close();
    },
  };
}

function parse(line: string): Message | undefined {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
