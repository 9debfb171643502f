/**
 * Sends that wait long for a block are sped up: another one spends their change at a higher fee, and blocks take both
 * together (child pays for parent). It works on both networks, and what was signed before stays as it is.
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

/** What speeding up costs. */
export interface BumpFee {
  /** Smallest units. */
  readonly fee: bigint;
  /** About how long it takes then. */
  readonly minutes: number;
}

interface At {
  readonly network: Network;
  /** Smallest units for each virtual byte. */
  readonly rate: number;
}

/** What blocks ask now of those who have no time. Refuses `coins.unavailable` and `coins.no_fee`. */
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
 * What has to be paid so that a send, with all it stands on, pays as much for each byte as is asked now. Refuses
 * `coins.not_bumpable`, and `coins.bump_needless` where it pays that already.
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

/** What it costs to speed up a send; nothing is set aside. Refuses like `bumpSend`. */
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

/** Stores the send that speeds another one up, once; the wallet is the last that is locked. */
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
 * Speeds up a member's send, for `most` smallest units at most; repeated, it answers the same transfer. Refuses
 * `account.unproven`, an account that stands still, `coins.transfer_not_found`, `coins.not_bumpable`, `coins.bump_needless`,
 * `coins.fee_rose`, `coins.short` where the fee is set aside for something else, `coins.held`, and what `fastest` refuses.
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

/** Speeds up a send of the house, whatever the network asks, once; answers what does. Refuses like `bumpSend`. */
export async function bumpHouse(db: Db, parts: HouseSendParts, id: string): Promise<CoinTransfer> {
  const at = await fastest(parts, await needSend(db, house, id));
  const made = await db.tx((tx) => write(tx, parts, { owner: house, id, most: undefined, at }));
  return needSend(db, house, made);
}
