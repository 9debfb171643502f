import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { awaitReader } from './await-reader.ts';

async function* made(eachMs: number) {
  for (let i = 0; i < 4; i += 1) {
    await sleep(eachMs);
    yield i;
  }
}

/** Reads four pieces; answers what came, and how often the reader was too slow for a patience of 100 ms. */
async function read(makingMs: number, readingMs: number) {
  let slow = 0;
  const got: number[] = [];
  const pieces = awaitReader(made(makingMs), 100, () => {
    slow += 1;
  });
  for await (const piece of pieces) {
    got.push(piece);
    await sleep(readingMs);
  }
  return { got, slow: slow > 0 };
}

test('a reader who takes each piece at once may wait for long ones', async () => {
  expect(await read(60, 0)).toEqual({ got: [0, 1, 2, 3], slow: false });
});

test('a reader who takes a little too long for each is too slow in all', async () => {
  expect(await read(0, 60)).toEqual({ got: [0, 1, 2, 3], slow: true });
});

test('a reader who never takes the next piece is told of without being asked', async () => {
  const slow = new Promise<void>((resolve) => {
    void awaitReader(made(0), 10, resolve).next();
  });
  await slow;
});
