/** A send as it is stored: outputs chosen and set aside, booked, and wished of the signer, in one transaction. */
import type { Coin } from '@giftlane/contract/coins.ts';
import type { Network } from '../../coins/networks.ts';
import { dustOf, type Plan, planPayment } from '../../coins/plan.ts';
import { type AddressProblem, scriptOf } from '../../coins/scripts.ts';
import { unitsText } from '../../coins/units.ts';
import { transactionOf, type Wish, waitingTag, wishTag, wishText } from '../../coins/wish.ts';
import { post } from '../../ledger/ledger.ts';
import type { Tx } from '../../platform/db.ts';
import { newId } from '../../platform/ids.ts';
import { Refusal } from '../../platform/refusal.ts';
import { insertWaiting } from './approval-queries.ts';
import { requireNotHeld } from './holds.ts';
import { insertMade, type OwnOutput, reserve, spendable } from './output-queries.ts';
import { type CoinParts, needNetwork } from './parts.ts';
import { sendingJournal } from './postings.ts';
import { type ColdPlace, insertSweep } from './sweep-queries.ts';
import { type CoinTransfer, insertSend } from './transfer-queries.ts';
import type { Waits } from './waits.ts';
import { house, type Wallet } from './wallet-queries.ts';
import { addAddress, nameOf } from './wallets.ts';
import { insertWish } from './wish-queries.ts';

const problems: Readonly<
  Record<AddressProblem, 'coins.bad_address' | 'coins.private_address' | 'coins.other_network'>
> = {
  bad: 'coins.bad_address',
  private: 'coins.private_address',
  other_network: 'coins.other_network',
};

/** The script of an address that was typed; refuses with the reason. */
export function needScript(address: string, network: Network): string {
  const read = scriptOf(address, network);
  if ('script' in read) return read.script;
  throw new Refusal(problems[read.problem], {
    coin: nameOf[network.coin],
    prefix: network.bech32,
  });
}

/** Refuses what nodes would not carry. */
export function requireAboveDust(amount: bigint, script: string, network: Network): void {
  const least = dustOf(script, network);
  if (amount < least)
    throw new Refusal('coins.dust', { least: unitsText(least), coin: nameOf[network.coin] });
}

/** Refuses an address and an amount that nodes would not carry. */
export function requirePayable(
  parts: Pick<CoinParts, 'nodes'>,
  { coin, address, value }: { coin: Coin; address: string; value: bigint },
): void {
  const network = needNetwork(parts, coin);
  requireAboveDust(value, needScript(address, network), network);
}

/** What is to be sent. Its wallet is locked. */
export interface WantedSend
  extends Pick<
    CoinTransfer,
    'address' | 'value' | 'comment' | 'orderId' | 'saleId' | 'requestKey'
  > {
  readonly wallet: Wallet;
  readonly network: Network;
  /** What the address stands for. */
  readonly script: string;
  /** Smallest units for each virtual byte. */
  readonly rate: number;
  /** It is not wished before it is let go. */
  readonly waits: Waits | undefined;
  /** Of a send of the house to its cold account. */
  readonly cold: ColdPlace | undefined;
}

/** A wallet does not suffice: what lies in it that can be spent now. */
export interface Short {
  readonly there: bigint;
}

type Planned = Plan<OwnOutput> & { readonly changeIndex: number };

async function plan(
  tx: Tx,
  parts: Pick<CoinParts, 'nodes'>,
  { wallet, script, value, rate, network }: WantedSend,
): Promise<Planned | Short> {
  const [outputs, change] = await Promise.all([
    spendable(tx, wallet.id),
    addAddress(tx, parts, wallet, { branch: 1 }),
  ]);
  const planned = planPayment(outputs, { to: script, value, change: change.script, rate, network });
  if (planned) return { ...planned, changeIndex: change.index };
  return { there: outputs.reduce((sum, output) => sum + output.value, 0n) };
}

/** What the signer is told that a send is for. */
function purposeOf({ wallet, cold }: WantedSend): Pick<Wish, 'purpose'> {
  if (wallet.owner !== house) return {};
  return { purpose: cold ? 'sweep' : 'sale' };
}

const wishOf = (id: string, wanted: WantedSend, { inputs, outputs, changeIndex }: Planned) => {
  const { wallet, cold } = wanted;
  return wishText({
    transferId: id,
    coin: wallet.coin,
    account: wallet.account,
    ...purposeOf(wanted),
    inputs: inputs.map(({ txid, vout, value, branch, index }) => ({
      txid,
      vout,
      value,
      branch,
      index,
    })),
    outputs: outputs.map((output, i) => ({
      ...output,
      ...(i > 0 ? { change: changeIndex } : cold && { cold: cold.index }),
    })),
  });
};

/** Wishes a send of the signer, or has the wish wait. */
function wishOrWait(
  tx: Tx,
  { wishKey: key }: Pick<CoinParts, 'wishKey'>,
  { id, coin, text, waits }: { id: string; coin: Coin; text: string; waits: Waits | undefined },
): Promise<void> {
  if (!waits) return insertWish(tx, { coin, transferId: id, text, tag: wishTag(key, coin, text) });
  const { goesAt } = waits;
  const tag = waitingTag(key, coin, { text, goesAt });
  return insertWaiting(tx, { transferId: id, coin, wish: text, tag, goesAt });
}

/**
 * Stores a send with all that follows of it, in one round trip; answers its id, or that the wallet is short. Refuses
 * `coins.held`.
 */
export async function writeSend(
  tx: Tx,
  parts: Pick<CoinParts, 'nodes' | 'wishKey'>,
  wanted: WantedSend,
): Promise<string | Short> {
  const { wallet, address, value, comment, orderId, saleId, requestKey, waits, cold } = wanted;
  const { coin, owner } = wallet;
  await requireNotHeld(tx, coin);
  const planned = await plan(tx, parts, wanted);
  if ('there' in planned) return planned;
  const { inputs, outputs, fee } = planned;
  const { id: txid } = transactionOf(inputs, outputs);
  const id = newId('ctx');
  const text = wishOf(id, wanted, planned);
  const depth = Math.max(...inputs.map((input) => input.depth)) + 1;
  const send = { id, coin, walletId: wallet.id, txid, address, value, fee, comment };
  const state = waits ? 'pendingApproval' : 'created';
  await insertSend(tx, { ...send, orderId, saleId, requestKey, depth, state });
  const toHouse = orderId !== null;
  const [reserved] = await Promise.all([
    reserve(tx, id, coin, inputs),
    insertMade(tx, { id, coin, txid, walletId: wallet.id, toHouse }, outputs),
    post(tx, sendingJournal({ id, coin, owner, value, fee, toHouse, cold: !!cold, settled: 0 })),
    ...(cold ? [insertSweep(tx, id, cold)] : []),
    wishOrWait(tx, parts, { id, coin, text, waits }),
  ]);
  if (reserved !== inputs.length)
    throw new Error('outputs were taken under the lock of their wallet');
  return id;
}
