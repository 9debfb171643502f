/**
 * A thousand clients that send requests and never read replies, in a shop with the most brands allowed, while
 * members buy.
 */
import { apiBase } from '../apps/server/src/platform/http/http.ts';
import { makeCard, makeMember, orderBody } from '../apps/server/src/testing/builders.ts';
import { ask } from '../apps/server/src/testing/journey.ts';
import { addBrands, askAndNotRead } from '../apps/server/src/testing/unread.ts';
import { mustBeEmpty, type Place, type Proof } from './proof.ts';

const lines = 1_000;
const buyers = 100;
const mostMb = 500;

async function memoryMb(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const bytes = /^process_resident_memory_bytes (\S+)$/m.exec(metrics)?.[1];
  if (bytes === undefined) throw new Error('the metrics do not say how much memory there is');
  return Math.round(Number(bytes) / 1024 / 1024);
}

/** Buys one code from the wallet for each buyer in turn; returns the second slowest time in ms. */
async function buyAll({ world }: Place, url: string, cardId: string) {
  const members = [];
  for (let i = 0; i < buyers; i += 1)
    members.push(await makeMember(world.shop, { walletMinor: 10_00n }));
  const took: number[] = [];
  const words: string[] = [];
  for (const member of members) {
    const began = performance.now();
    const body = orderBody(member, { card: { id: cardId }, totalMinor: 10_00n });
    const { eStatus } = await ask<{ eStatus: string }>('POST', `${url}${apiBase}/transaction`, {
      token: member.token,
      body,
    });
    took.push(performance.now() - began);
    words.push(eStatus);
  }
  const p99 = Math.round(took.toSorted((a, b) => a - b).at(-2) ?? 0);
  return { p99, missing: words.filter((word) => word !== 'Delivered') };
}

export const unread: Proof = {
  name: 'unread',
  title: `${lines} strangers who never read what they ask for take less than ${mostMb} MB; who buys gets their codes`,
  runs: 5,
  async run(place) {
    const { world } = place;
    await addBrands(world.shop.db, 1_990);
    const card = await makeCard(world.shop, { codes: 2 * buyers });
    const { url, kill } = await world.live();
    const buy = () => buyAll(place, url, card.id);
    const quiet = await buy();
    const before = await memoryMb(url);
    const strangers = await askAndNotRead(url, { lines, path: `${apiBase}/giftcards` });
    const beside = await buy();
    const after = await memoryMb(url);
    strangers.close();
    await kill();
    mustBeEmpty([
      ...quiet.missing,
      ...beside.missing,
      ...(after < mostMb ? [] : [`${after} MB`]),
      ...(await world.verify()).problems,
    ]);
    return `${before} MB before, ${after} MB beside them; p99 ${quiet.p99} ms, then ${beside.p99} ms`;
  },
};
