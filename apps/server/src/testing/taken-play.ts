/** Plays random histories of money that is taken back, each to its end. */
import { sql } from '../platform/db.ts';
import type { TestShop } from './start-shop.ts';
import { differences } from './taken-agree.ts';
import { asText, begin, type History, knownOf, lookAtFreeze, refundRows } from './taken-history.ts';
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
  operate,
  refund,
  resend,
  send,
  spend,
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
} satisfies Record<string, Deed>;
type Name = keyof typeof deeds;

/** Each may happen, these more often. In another order a seed means another history. */
const names: readonly Name[] = [
  ...(Object.keys(deeds) as Name[]),
  ...(['ask', 'ask', 'send', 'send', 'refund', 'dispute', 'gift', 'verdict'] as const),
  ...(['webhook', 'webhook', 'operate', 'operate', 'unfreeze'] as const),
];

async function act(history: History, name: Name): Promise<void> {
  const said = await deeds[name](history);
  history.log.push(`${name} ${said}`);
  await lookAtFreeze(history);
}

/** Some deeds, one after the other, at times two at once. */
async function happen(history: History): Promise<void> {
  const { dice, log } = history;
  const steps = 4 + dice.below(22);
  for (let step = 0; step < steps; step += 1) {
    if (dice.chance(0.15)) {
      const both = [dice.one(names), dice.one(names)];
      log.push(`at once: ${both.join(', ')}`);
      await Promise.all(both.map((name) => act(history, name)));
    } else await act(history, dice.one(names));
  }
}

/** The provider decides all that is open, and all goes well from now on. */
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

const mostRounds = 30;
const leastRounds = 5;

/** Shop and operators do all there is to do, until nothing changes any more. */
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
  await act(history, 'unfreeze');
  if (history.paid.kind === 'waiting') await bringCodes(history);
}

/** Plays the history of a seed; throws what was wrong, with all that happened before. */
export async function play(shop: TestShop, seed: number): Promise<void> {
  const log: string[] = [];
  try {
    const history = await begin(shop, seed, log);
    await happen(history);
    log.push('-- the end begins');
    decideAll(history);
    await finish(history);
    // The next one asks about its own payment.
    const { captureId } = history.paid.payment;
    await shop.db.run(
      sql`update payment_captures set ask_at = null where capture_id = ${captureId}`,
    );
    const wrong = await differences(history);
    if (wrong.length > 0) throw new Error(wrong.join('\n'));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const again = `HISTORY_SEED=${seed} HISTORY_RUNS=1`;
    throw new Error([...log, why, again].join('\n'), { cause: error });
  }
}
