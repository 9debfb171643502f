/** Who goes when there is no room for a newcomer and nobody is idle. */
import { networkOf, wideNetworkOf } from './network.ts';

/** Where somebody comes from: what counts as their one address, and what surrounds it. */
export interface Place {
  readonly network: string;
  readonly around: string;
}

/** The place of an address. */
export const placeOf = (address: string): Place => ({
  network: networkOf(address),
  around: wideNetworkOf(address),
});

/** Who holds room; without a place where it brings many people, such as a proxy. */
interface Holder {
  readonly place: Place | undefined;
}

interface Weight {
  readonly around: number;
  readonly network: number;
}
const nothing: Weight = { around: 0, network: 0 };

const isMore = (one: Weight, other: Weight): boolean =>
  one.around === other.around ? one.network > other.network : one.around > other.around;

const countInto = (counts: Map<string, number>, name: string) =>
  counts.set(name, (counts.get(name) ?? 0) + 1);

/** How much is held from a place. */
function weigh(holders: readonly Holder[]): (place: Place | undefined) => Weight {
  const around = new Map<string, number>();
  const network = new Map<string, number>();
  for (const { place } of holders) {
    if (!place) continue;
    countInto(around, place.around);
    countInto(network, place.network);
  }
  return (place) =>
    place
      ? { around: around.get(place.around) ?? 0, network: network.get(place.network) ?? 0 }
      : nothing;
}

/**
 * Chooses who of the holders goes for a newcomer: of the surroundings that hold the most, and there of the network
 * that does, who is furthest behind. Nobody goes for a newcomer from where as much is held already. Those without
 * a place go for anybody, and last: what each of their people holds is not known.
 */
export function chooseToGo<H extends Holder>(
  holders: readonly H[],
  newcomer: Place | undefined,
  behind: (holder: H) => number,
): H | undefined {
  const weightOf = weigh(holders);
  const own = weightOf(newcomer);
  let found: H | undefined;
  let most = nothing;
  for (const one of holders) {
    const weight = weightOf(one.place);
    if (one.place && !isMore(weight, own)) continue;
    const goesFirst =
      !found || isMore(weight, most) || (!isMore(most, weight) && behind(one) > behind(found));
    if (goesFirst) [found, most] = [one, weight];
  }
  return found;
}
