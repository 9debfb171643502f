/** `coin status` and `coin address`: how each coin stands by the shop's own books, and where its own wallet is filled. */
import { type Coin, coins } from '@giftlane/contract/money/coins.ts';
import { coinStatus, houseAddress, houseUnits } from '../../features/coins/coins.ts';
import { unitsText } from '../../utxo/units.ts';
import { type Command, WrongUsage } from '../command.ts';

export const coinStatusShow: Command = {
  words: 'coin status',
  usage:
    'coin status                              each coin: the block reached, the coins on the chain and whose they are',
  async run({ db }) {
    const all = await coinStatus(db);
    const ofHouse = await houseUnits(db);
    const house = (coin: Coin) => ofHouse.get(coin) ?? 0n;
    return {
      json: all.map((one) => ({
        ...one,
        height: Number(one.height),
        lookedAt: one.lookedAt.toISOString(),
        heldAt: one.heldAt?.toISOString() ?? null,
        onChain: one.onChain.toString(),
        ofMembers: one.ofMembers.toString(),
        sending: one.sending.toString(),
        cold: one.cold.toString(),
        unmatched: one.unmatched.toString(),
        houseCanSend: house(one.coin).toString(),
      })),
      lines: all.flatMap((one) => [
        `${one.coin} on ${one.network}: block ${one.height}, looked at ${one.lookedAt.toISOString()}`,
        `  ${unitsText(one.onChain)} on the chain, ${unitsText(one.ofMembers)} of members in ${one.wallets} wallets, ${unitsText(one.sending)} on its way`,
        `  ${unitsText(house(one.coin))} of the house that it can send, ${unitsText(one.cold)} went to its cold account`,
        ...(one.unmatched > 0n
          ? [
              `  ${unitsText(one.unmatched)} came to the house for nothing it knows, and is owed back`,
            ]
          : []),
        `  ${one.accountsReady} accounts ready, ${one.wishesOpen} wishes wait for the signer`,
        ...(one.heldAt ? [`  HELD since ${one.heldAt.toISOString()}: ${one.holdReason}`] : []),
      ]),
    };
  },
};

/** The coin that was typed. */
export function coinOf(word: string): Coin {
  const coin = coins.find((known) => known === word.toLowerCase());
  if (!coin) throw new WrongUsage(`COIN is one of ${coins.join(', ')}.`);
  return coin;
}

export const coinAddressMake: Command = {
  words: 'coin address',
  deed: true,
  operand: 'COIN',
  usage:
    "coin address COIN                        a new address to fill the shop's own wallet, which pays for cards in coins",
  async run({ db, coins: open }, { operand }) {
    const coin = coinOf(operand);
    const parts = await open();
    const { address } = await db.tx((tx) => houseAddress(tx, parts, coin, { refill: true }));
    return { lines: [address], json: { coin, address } };
  },
};
