/** Plays random histories of reversed money, with one to three payments of a member, to their ends. */
import { sql } from '../platform/db/db.ts';
import type { TestShop } from './start-shop.ts';
import { differences } from './taken-agree.ts';
import {
  asText,
  begin,
  type Histories,
  type History,
  Killed,
  knownOf,
  lookAtFreeze,
  refundRows,
} from './taken-history.ts';
import {
  type Deed,
  dispute,
  disputesDown,
  gift,
  giftInstead,
  hear,
  pendingEnds,
  refundGoesWrong,
  verdict,
  webhook,
} from './taken-provider.ts';
import {
  ask,
  bringCodes,
  codes,
  die,
  hold,
  jobs,
  letGo,
  look,
  operate,
  refund,
  resend,
  runJobs,
  send,
  spend,
  spendPoints,
  unfreeze,
} from './taken-shop.ts';

const deeds = {
  ask,
  send,
  refund,
  refundGoesWrong,
  pendingEnds,
  gift,
  giftInstead,
  dispute,
  verdict,
  webhook,
  operate,
  resend,
  unfreeze,
  disputesDown,
  codes,
  spend,
  spendPoints,
  look,
  jobs,
  hold,
  letGo,
  die,
} satisfies Record<string, Deed>;
type Name = keyof typeof deeds;

/** Actions; repeated ones are more frequent. The order is part of the meaning of a seed. */
const names: readonly Name[] = [
  ...(Object.keys(deeds) as Name[]),
  ...(['ask', 'ask', 'send', 'send', 'refund', 'dispute', 'gift', 'verdict'] as const),
  ...(['webhook', 'webhook', 'operate', 'operate', 'unfreeze', 'jobs', 'die'] as const),
];

async function act(history: History, name: Name): Promise<void> {
  const { buyer, log, paid } = history;
  const said = await deeds[name](history).catch((error: unknown) => {
    if (error instanceof Killed) return 'killed';
    throw error;
  });
  // A new process takes over.
  if (buyer.life < 0) buyer.life = Number.POSITIVE_INFINITY;
  log.push(`${paid.payment.captureId} ${name} ${said}`);
  await lookAtFreeze(history);
}

/** Runs random actions on random payments, one by one, sometimes two or three at once. */
async function happen(histories: Histories): Promise<void> {
  const [{ dice, log }] = histories;
  const steps = 4 + dice.below(12 + 10 * histories.length);
  for (let step = 0; step < steps; step += 1) {
    const some = dice.chance(0.15) ? 2 + dice.below(2) : 1;
    const all = Array.from({ length: some }, () => [dice.one(histories), dice.one(names)] as const);
    if (some > 1) log.push(`at once: ${all.map(([, name]) => name).join(', ')}`);
    await Promise.all(all.map(([history, name]) => act(history, name)));
  }
}

/** The provider decides everything open, and no longer fails. */
function decideAll({ dice, log, paid: { payment } }: History): void {
  payment.nextRefund = 'made';
  payment.tellsDisputes = true;
  for (const back of payment.backs) {
    if (back.kind === 'dispute' && back.verdict === 'open') {
      back.verdict = dice.chance(0.5) ? 'won' : 'lost';
      log.push(`${back.id} ${back.verdict}`);
    }
    if (back.state === 'pending') back.state = dice.chance(0.7) ? 'completed' : 'failed';
  }
}

const mostRounds = 200;
const leastRounds = 5;

/** Runs all work of shop and operators until nothing changes. */
async function finish(history: History): Promise<void> {
  const { events, log } = history;
  const now = async () =>
    asText([await knownOf(history), await refundRows(history), events.length]);
  let last = '';
  for (let round = 1; round <= mostRounds; round += 1) {
    await act(history, 'send');
    await act(history, 'ask');
    for (const event of [...events]) {
      log.push(await hear(history, event));
      await lookAtFreeze(history);
    }
    await act(history, 'operate');
    await act(history, 'resend');
    const before = last;
    last = await now();
    if (last === before && round >= leastRounds) break;
  }
}

/** Remaining work of all histories, once everything is decided. */
async function end(histories: Histories): Promise<void> {
  const [first] = histories;
  await act(first, 'unfreeze');
  for (const history of histories) if (history.paid.kind === 'waiting') await bringCodes(history);
  await runJobs(first);
  while (first.buyer.unpaid.length > 0) await act(first, 'letGo');
  // Cancelled orders may have returned wallet money, which allows further decisions.
  for (const history of histories) {
    await act(history, 'ask');
    await act(history, 'operate');
  }
  // Stops polling, as the next history polls only its own payments.
  const ids = first.buyer.payments.map(({ captureId }) => captureId);
  await first.shop.db.run(
    sql`update payment_captures set ask_at = null where capture_id = any(${ids}::text[])`,
  );
}

/** Plays the histories of a seed; throws the differences with the log of events. */
export async function play(shop: TestShop, seed: number): Promise<void> {
  const log: string[] = [];
  try {
    const histories = await begin(shop, seed, log);
    await happen(histories);
    log.push('-- the end begins');
    histories[0].buyer.life = Number.POSITIVE_INFINITY;
    for (const history of histories) decideAll(history);
    for (const history of histories) await finish(history);
    await end(histories);
    const wrong = await differences(histories);
    if (wrong.length > 0) throw new Error(wrong.join('\n'));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const again = `HISTORY_SEED=${seed} HISTORY_RUNS=1`;
    throw new Error([...log, why, again].join('\n'), { cause: error });
  }
}
