/** Storing a send in one transaction: selects and reserves outputs, posts the journal, and requests its signature. */
import { type Coin, readPaymentLink } from '@giftlane/contract/money/coins.ts';
import { post } from '../../../ledger/ledger.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { newId } from '../../../platform/secrets/ids.ts';
import type { Network } from '../../../utxo/networks.ts';
import { dustOf, type Plan, planPayment } from '../../../utxo/plan.ts';
import { type AddressProblem, scriptOf } from '../../../utxo/scripts.ts';
import { unitsText } from '../../../utxo/units.ts';
import { transactionOf, type Wish, waitingTag, wishTag, wishText } from '../../../utxo/wish.ts';
import { insertMade, type OwnOutput, reserve, spendable } from '../chain/output-queries.ts';
import { insertWaiting } from '../custody/approval-queries.ts';
import { requireNotHeld } from '../custody/holds.ts';
import { type ColdPlace, insertSweep } from '../custody/sweep-queries.ts';
import { type CoinParts, needNetwork } from '../parts.ts';
import { sendingJournal } from '../postings.ts';
import { house, type Wallet } from '../wallets/wallet-queries.ts';
import { addAddress, nameOf } from '../wallets/wallets.ts';
import { type CoinTransfer, insertSend } from './transfer-queries.ts';
import type { Waits } from './waits.ts';
import { insertWish } from './wish-queries.ts';

const problems: Readonly<
  Record<AddressProblem, 'coins.bad_address' | 'coins.private_address' | 'coins.other_network'>
> = {
  bad: 'coins.bad_address',
  private: 'coins.private_address',
  other_network: 'coins.other_network',
};

/** The address typed or in a payment link. Refuses a link of another coin, or one with requirements unknown here. */
export function receiverOf(coin: Coin, typed: string): string {
  const link = readPaymentLink(typed);
  if (!link) return typed;
  const facts = { coin: nameOf[coin] };
  if (link.coin !== facts.coin) throw new Refusal('coins.other_network', facts);
  if (link.unknown) throw new Refusal('coins.link_asks_more', { ...facts, name: link.unknown });
  return link.address;
}

/** The script of a typed address. Refuses `coins.bad_address`, `coins.private_address` and `coins.other_network`. */
export function needScript(address: string, network: Network): string {
  const read = scriptOf(address, network);
  if ('script' in read) return read.script;
  throw new Refusal(problems[read.problem], {
    coin: nameOf[network.coin],
    prefix: network.bech32,
  });
}

/** Refuses `coins.dust` for an amount too small for nodes to relay. */
export function requireAboveDust(amount: bigint, script: string, network: Network): void {
  const least = dustOf(script, network);
  if (amount < least)
    throw new Refusal('coins.dust', { least: unitsText(least), coin: nameOf[network.coin] });
}

/** Refuses an invalid address, and an amount below dust. */
export function requirePayable(
  parts: Pick<CoinParts, 'nodes'>,
  { coin, address, value }: { coin: Coin; address: string; value: bigint },
): void {
  const network = needNetwork(parts, coin);
  requireAboveDust(value, needScript(address, network), network);
}

/** A send without its inputs and outputs. The wallet must be locked. */
interface StoredSend
  extends Pick<
    CoinTransfer,
    'address' | 'value' | 'comment' | 'orderId' | 'saleId' | 'requestKey' | 'bumps'
  > {
  readonly wallet: Wallet;
  /** Undefined when the send is signed at once. */
  readonly waits: Waits | undefined;
  /** The cold address, for a sweep. */
  readonly cold: ColdPlace | undefined;
}

/** A send before its outputs are selected. */
export interface WantedSend extends Omit<StoredSend, 'bumps'> {
  readonly network: Network;
  /** The script of the address. */
  readonly script: string;
  /** Smallest units per virtual byte. */
  readonly rate: number;
}

/** The wallet does not suffice: `there` are its spendable smallest units. */
export interface Short {
  readonly there: bigint;
}

/** The inputs, outputs and fee of a send; change and cold outputs have their derivation index. */
export type Planned = Omit<Plan<OwnOutput>, 'outputs'> & { readonly outputs: Wish['outputs'] };

async function plan(
  tx: Tx,
  parts: Pick<CoinParts, 'nodes'>,
  { wallet, script, value, rate, network, cold }: WantedSend,
): Promise<Planned | Short> {
  const [outputs, change] = await Promise.all([
    spendable(tx, wallet.id),
    addAddress(tx, parts, wallet, { branch: 1 }),
  ]);
  const planned = planPayment(outputs, { to: script, value, change: change.script, rate, network });
  if (!planned) return { there: outputs.reduce((sum, output) => sum + output.value, 0n) };
  const placed = planned.outputs.map((output, i) => ({
    ...output,
    ...(i > 0 ? { change: change.index } : cold && { cold: cold.index }),
  }));
  return { ...planned, outputs: placed };
}

/** The purpose of a house send, for the signer's own limits. */
function purposeOf({ wallet, cold }: StoredSend): Pick<Wish, 'purpose'> {
  if (wallet.owner !== house) return {};
  return { purpose: cold ? 'sweep' : 'sale' };
}

const wishOf = (id: string, stored: StoredSend, { inputs, outputs }: Planned) =>
  wishText({
    transferId: id,
    coin: stored.wallet.coin,
    account: stored.wallet.account,
    ...purposeOf(stored),
    inputs: inputs.map(({ txid, vout, value, branch, index }) => ({
      txid,
      vout,
      value,
      branch,
      index,
    })),
    outputs,
  });

/** Requests a signature, or stores the held signing request. */
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
 * Stores a planned send: transfer, reserved outputs, journal and signing request; returns its id. The caller has
 * checked that the coin is not held.
 */
export async function storeSend(
  tx: Tx,
  parts: Pick<CoinParts, 'wishKey'>,
  stored: StoredSend,
  planned: Planned,
): Promise<string> {
  const { wallet, waits, cold, ...sent } = stored;
  const { coin, owner } = wallet;
  const { value, orderId } = sent;
  const { inputs, outputs, fee } = planned;
  const { id: txid } = transactionOf(inputs, outputs);
  const id = newId('ctx');
  const text = wishOf(id, stored, planned);
  const depth = Math.max(...inputs.map((input) => input.depth)) + 1;
  const state = waits ? 'pendingApproval' : 'created';
  await insertSend(tx, { ...sent, id, coin, walletId: wallet.id, txid, fee, depth, state });
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

/** Selects outputs for a send and stores it; returns its id, or the shortfall. Refuses `coins.held`. */
export async function writeSend(
  tx: Tx,
  parts: Pick<CoinParts, 'nodes' | 'wishKey'>,
  { network, script, rate, ...stored }: WantedSend,
): Promise<string | Short> {
  await requireNotHeld(tx, stored.wallet.coin);
  const planned = await plan(tx, parts, { network, script, rate, ...stored });
  if ('there' in planned) return planned;
  return storeSend(tx, parts, { ...stored, bumps: null }, planned);
}
