/**
 * Speeds up unconfirmed sends: another send spends their change at a higher fee, so that miners take both (child pays
 * for parent). Works on both networks, and the signed bytes stay valid.
 */

import { isShort } from '../../../ledger/ledger.ts';
import type { Db, Queryable, Tx } from '../../../platform/db/db.ts';
import type { Caller } from '../../../platform/http/http.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { type Network, networkOf } from '../../../utxo/networks.ts';
import { dustOf, mostFee, virtualSize } from '../../../utxo/plan.ts';
import { unitsText } from '../../../utxo/units.ts';
import { readWish } from '../../../utxo/wish.ts';
import { holdMembers, requireProven } from '../../accounts/accounts.ts';
import type { OwnOutput } from '../chain/output-queries.ts';
import { ownerOfTransfer } from '../custody/approval-queries.ts';
import { requireNotHeld } from '../custody/holds.ts';
import { needNode } from '../parts.ts';
import { house, lockWallet } from '../wallets/wallet-queries.ts';
import { addAddress, nameOf } from '../wallets/wallets.ts';
import { bumpOf, changeOf, waitingWith } from './bump-queries.ts';
import { blocksOf } from './fees.ts';
import type { HouseSendParts } from './house-send.ts';
import { type CoinSendParts, requireCoinSender } from './send.ts';
import { type CoinTransfer, transferById } from './transfer-queries.ts';
import { storeSend } from './write-send.ts';

/** The price of speeding up a send. */
export interface BumpFee {
  /** Smallest units. */
  readonly fee: bigint;
  /** Estimated minutes until confirmation. */
  readonly minutes: number;
}

interface At {
  readonly network: Network;
  /** Smallest units per virtual byte. */
  readonly rate: number;
}

/** The fee rate of the level `fast`. Refuses `coins.unavailable` and `coins.no_fee`. */
async function fastest({ nodes, fees }: HouseSendParts, { coin }: CoinTransfer): Promise<At> {
  const node = needNode({ nodes }, coin);
  const network = networkOf(coin, node.network);
  const { fast } = await fees(node, network);
  return { network, rate: fast };
}

/** A send of an owner; refuses `coins.transfer_not_found`. */
async function needSend(db: Queryable, owner: string, id: string): Promise<CoinTransfer> {
  const [transfer, its] = await Promise.all([transferById(db, id), ownerOfTransfer(db, id)]);
  if (transfer?.type !== 'send' || its !== owner)
    throw new Refusal('coins.transfer_not_found', { transfer: id });
  return transfer;
}

/**
 * The fee that raises a send and its unconfirmed ancestors to `rate`, its own size included. Refuses
 * `coins.not_bumpable`, also when the change does not suffice, and `coins.bump_needless` when they pay the rate
 * already.
 */
async function price(
  db: Queryable,
  id: string,
  { network, rate }: At,
): Promise<{ change: OwnOutput; fee: bigint }> {
  const [change, waiting] = await Promise.all([changeOf(db, id), waitingWith(db, id)]);
  if (!change) throw new Refusal('coins.not_bumpable');
  const sizes = waiting.map(({ wish }) => {
    const { inputs, outputs } = readWish(wish);
    return virtualSize(
      inputs.length,
      outputs.map(({ script }) => script),
    );
  });
  const asked = BigInt(rate) * sizes.reduce((sum, size) => sum + size, 0n);
  const paid = waiting.reduce((sum, { fee }) => sum + fee, 0n);
  if (paid >= asked) throw new Refusal('coins.bump_needless');
  const size = virtualSize(1, [change.script]);
  const fee = BigInt(rate) * size + asked - paid;
  const left = change.value - fee;
  if (left < dustOf(change.script, network) || fee > mostFee(size, network, true))
    throw new Refusal('coins.not_bumpable');
  return { change, fee };
}

/**
 * The price of speeding up a send; reserves nothing. Refuses `coins.transfer_not_found`, `coins.not_bumpable`,
 * `coins.bump_needless`, `coins.unavailable` and `coins.no_fee`.
 */
export async function quoteBump(
  parts: HouseSendParts & { readonly db: Db },
  owner: string,
  id: string,
): Promise<BumpFee> {
  const send = await needSend(parts.db, owner, id);
  const at = await fastest(parts, send);
  const { fee } = await price(parts.db, id, at);
  return { fee, minutes: Math.ceil(blocksOf.fast * at.network.blockMinutes) };
}

/** Stores the send that speeds up another, or returns the earlier one. Lock order: the wallet comes last. */
async function write(
  tx: Tx,
  parts: HouseSendParts,
  { owner, id, most, at }: { owner: string; id: string; most: bigint | undefined; at: At },
): Promise<string> {
  const { coin } = await needSend(tx, owner, id);
  const wallet = await lockWallet(tx, parts, coin, owner);
  if (!wallet) throw new Refusal('coins.no_wallet');
  const earlier = await bumpOf(tx, id);
  if (earlier !== undefined) return earlier;
  await requireNotHeld(tx, coin);
  const { change, fee } = await price(tx, id, at);
  if (most !== undefined && fee > most)
    throw new Refusal('coins.fee_rose', { fee: unitsText(fee), coin: nameOf[coin] });
  const { script, address, index } = await addAddress(tx, parts, wallet, { branch: 1 });
  return storeSend(
    tx,
    parts,
    {
      wallet,
      address,
      value: 0n,
      comment: '',
      orderId: null,
      saleId: null,
      requestKey: null,
      bumps: id,
      waits: undefined,
      cold: undefined,
    },
    { inputs: [change], outputs: [{ script, value: change.value - fee, change: index }], fee },
  );
}

/**
 * Speeds up a member's send for at most `most` smallest units; repeated, it returns the same transfer. Refuses
 * `account.unproven`, `session.required`, `account.frozen`, `account.locked`, `coins.unverified`, `coins.fee_rose`
 * above `most`, `coins.short` when the balance does not cover the fee, `coins.held`, `coins.no_wallet`, and as
 * `quoteBump` does.
 */
export async function bumpSend(
  parts: CoinSendParts,
  caller: Caller,
  { id, most }: { id: string; most: bigint },
): Promise<CoinTransfer> {
  const { db } = parts;
  const { memberId: owner } = caller;
  const send = await needSend(db, owner, id);
  const at = await fastest(parts, send);
  try {
    const made = await db.tx(async (tx) => {
      await requireProven(tx, caller);
      await holdMembers(tx, [owner]);
      await requireCoinSender(tx, parts, owner);
      return write(tx, parts, { owner, id, most, at });
    });
    return await needSend(db, owner, made);
  } catch (error) {
    if (isShort(error)) throw new Refusal('coins.short', { coin: nameOf[send.coin] });
    throw error;
  }
}

/**
 * Speeds up a send of the house at any fee; repeated, it returns the same transfer. Refuses `coins.held`,
 * `coins.no_wallet`, and as `quoteBump` does.
 */
export async function bumpHouse(db: Db, parts: HouseSendParts, id: string): Promise<CoinTransfer> {
  const at = await fastest(parts, await needSend(db, house, id));
  const made = await db.tx((tx) => write(tx, parts, { owner: house, id, most: undefined, at }));
  return needSend(db, house, made);
}
