/** Broadcasts signed sends: the stored bytes, always the same, until a block has them. */
import type { Coin } from '@giftlane/contract/money/coins.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { tellOnce, tellOver } from '../../../platform/limits/tell-once.ts';
import { crashPoint } from '../../../platform/process/crash.ts';
import { lockChain } from '../chain/chain-queries.ts';
import { type CoinParts, confirmationsNeeded, needNode } from '../parts.ts';
import { tellPaid } from '../wallets/paid-job.ts';
import { house } from '../wallets/wallet-queries.ts';
import { tellByMail } from './mail-job.ts';
import { isLost, lockSend, noteMinedBefore, setTransferState, tryLater } from './moving-queries.ts';
import { reverseSend } from './undo.ts';
import { type Answered, answeredWishes } from './wish-queries.ts';

const atOnce = 100;

/** Marks a signed send as broadcast: an order it pays can be delivered. */
async function markWaiting(tx: Tx, id: string): Promise<void> {
  const send = await lockSend(tx, id);
  if (send?.state !== 'signed') return;
  await setTransferState(tx, id, 'unconfirmed');
  await noteMinedBefore(tx, id);
  await tellPaid(tx, [send]);
}

/** Fails a send with an input that was spent by another transaction deep in the chain, or will never exist. */
async function giveUpIfLost(parts: CoinParts, coin: Coin, id: string): Promise<void> {
  const needed = await confirmationsNeeded(parts, coin);
  await parts.db.tx(async (tx) => {
    // Lock order as for booking a block: the chain first.
    await lockChain(tx, coin);
    const send = await lockSend(tx, id);
    if (send?.state !== 'signed' || !(await isLost(tx, id, needed))) return;
    parts.log.error(
      { coin, transfer: id },
      'an output of a send was spent by somebody else, or is gone for good',
    );
    await reverseSend(tx, send, 'failed');
  });
}

/** Broadcasts a send, or rejects one the signer refused; false when the node does not answer. */
async function handInOne(parts: CoinParts, coin: Coin, wish: Answered): Promise<boolean> {
  const { db, log } = parts;
  const { transferId: id, raw, refusal, needless } = wish;
  if (raw === null || needless) {
    if (raw === null) log.error({ coin, transfer: id, refusal }, 'the signer refused a send');
    await db.tx(async (tx) => {
      // Lock order as for booking a block: the chain first.
      await lockChain(tx, coin);
      const send = await lockSend(tx, id);
      if (send?.state !== 'created') return;
      await reverseSend(tx, send, 'rejected');
      if (send.owner !== house && send.value > 0n)
        await tellByMail(tx, { transferId: id, about: 'unsigned' });
    });
    return true;
  }
  if (wish.state === 'created')
    await db.tx(async (tx) => {
      const send = await lockSend(tx, id);
      if (send?.state === 'created') await setTransferState(tx, id, 'signed');
    });
  crashPoint('coins.signed');
  const sent = await needNode(parts, coin).send(raw);
  crashPoint('coins.handed_in');
  if (sent.kind === 'done') {
    tellOver(log, id, 'a send is with the nodes');
    await db.tx((tx) => markWaiting(tx, id));
    return true;
  }
  const facts = { coin, transfer: id, reason: sent.reason };
  tellOnce(log, id, 'a send is not with the nodes yet', facts);
  if (sent.kind === 'unknown') return false;
  if (sent.reason === 'gone') await giveUpIfLost(parts, coin, id);
  await tryLater(db, id);
  return true;
}

/** Processes the signer's answers that are due; safe to repeat. */
export async function broadcastSigned(
  parts: CoinParts,
  coin: Coin,
  stopping?: AbortSignal,
): Promise<void> {
  for (const wish of await answeredWishes(parts.db, coin, atOnce)) {
    if (stopping?.aborted || !(await handInOne(parts, coin, wish))) return;
  }
}
