/** Sweeps: what the house's wallet holds above its cap goes to a cold account, once an operator approves. */
import type { Coin } from '@giftlane/contract/money/coins.ts';
import type { Db, Tx } from '../../../platform/db/db.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { dustOf, mostPayable, type Spendable } from '../../../utxo/plan.ts';
import { openAccount } from '../../../utxo/scripts.ts';
import { unitsText } from '../../../utxo/units.ts';
import { spendable } from '../chain/output-queries.ts';
import { needNetwork } from '../parts.ts';
import { type HouseSendParts, houseFee, sendFromHouse } from '../sends/house-send.ts';
import { house, lockWallet } from '../wallets/wallet-queries.ts';
import { nameOf } from '../wallets/wallets.ts';
import { isSweeping, nextColdIndex } from './sweep-queries.ts';

/** An account whose keys are kept offline, and the cap of the house's wallet. */
export interface ColdAccount {
  /** The account's extended public key (BIP 32). */
  readonly xpub: string;
  /** Smallest units. */
  readonly cap: bigint;
}

export type SweepParts = HouseSendParts & {
  readonly cold: Readonly<Partial<Record<Coin, ColdAccount>>>;
};

export interface Sweep {
  readonly id: string;
  readonly address: string;
  /** Smallest units. */
  readonly value: bigint;
}

/** The amount above the cap, at most what one transaction can send after its fee. */
function surplusOf(
  outputs: readonly Spendable[],
  cap: bigint,
  way: Parameters<typeof mostPayable>[1],
): bigint {
  const there = outputs.reduce((sum, { value }) => sum + value, 0n);
  const most = mostPayable(outputs, way);
  const above = there - cap;
  return above < most ? above : most;
}

/** Stores a sweep as a held send. */
async function store(
  tx: Tx,
  parts: SweepParts,
  { coin, cold, rate }: { coin: Coin; cold: ColdAccount; rate: number },
): Promise<Sweep> {
  const network = needNetwork(parts, coin);
  const wallet = await lockWallet(tx, parts, coin, house);
  if (await isSweeping(tx, coin)) throw new Refusal('coins.sweep_waits', { coin: nameOf[coin] });
  const { xpub, cap } = cold;
  const index = await nextColdIndex(tx, coin, xpub);
  const { address, script } = openAccount(xpub).addressAt({ branch: 0, index }, network);
  const outputs = wallet ? await spendable(tx, wallet.id) : [];
  const value = surplusOf(outputs, cap, { to: script, rate, network });
  if (value < dustOf(script, network))
    throw new Refusal('coins.nothing_to_sweep', { coin: nameOf[coin], cap: unitsText(cap) });
  const id = await sendFromHouse(tx, parts, { coin, address, value, rate, for: { xpub, index } });
  return { id, address, value };
}

/**
 * Creates a held send of the amount above the cap to a fresh cold address. Refuses `coins.no_cold_account`,
 * `coins.nothing_to_sweep`, `coins.sweep_waits` while another sweep is held, `coins.no_fee`, and as `sendFromHouse`
 * does.
 */
export async function sweepHouse(db: Db, parts: SweepParts, coin: Coin): Promise<Sweep> {
  const cold = parts.cold[coin];
  if (!cold) throw new Refusal('coins.no_cold_account', { coin: nameOf[coin] });
  const rate = await houseFee(parts, coin);
  return db.tx((tx) => store(tx, parts, { coin, cold, rate }));
}
