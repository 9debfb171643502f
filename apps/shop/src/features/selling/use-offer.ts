import type { User } from '@giftlane/contract/members/accounts.ts';
import { useEffect, useState } from 'react';
import type { SellBrand } from '../../rooms/catalogue/sell-cards.ts';
import { type SaleDraft, saleDrafts } from './sale-draft.ts';
import {
  type CardPictures,
  type Chosen,
  chosenOf,
  hasAllPictures,
  noPictures,
  sellAmountsOf,
} from './sell-state.ts';

export type StepNumber = 1 | 2 | 3;

interface Entered {
  chosen: Chosen | undefined;
  pictures: CardPictures;
  terms: boolean;
  /** The chosen payout method. */
  gateway: string;
}

/** The valid part of a stored draft, and the step to open. */
function restored(draft: SaleDraft | undefined, cards: SellBrand['cards']) {
  const card = cards.find(({ _id }) => _id === draft?.cardId);
  const entered: Entered = {
    chosen: draft && card && { card, quantity: draft.quantity, price: draft.price },
    pictures: draft?.pictures ?? noPictures,
    terms: draft?.terms ?? false,
    gateway: draft?.gateway ?? '',
  };
  const reached = draft?.reached ?? 1;
  const furthest = !sellAmountsOf(entered.chosen) ? 1 : isPicturesStepDone(entered) ? 3 : 2;
  return { entered, step: Math.min(reached, furthest) as StepNumber };
}

/** Whether the second step is complete. */
export const isPicturesStepDone = ({
  pictures,
  terms,
}: Pick<Entered, 'pictures' | 'terms'>): boolean => hasAllPictures(pictures) && terms;

interface Place {
  cards: SellBrand['cards'];
  member: User;
  /** Brand and currency, the draft's key. */
  place: string;
}

/** The form's values; a draft in the tab's storage keeps them across a reload. */
export function useOffer({ cards, member, place }: Place) {
  const [begun] = useState(() => {
    const draft = saleDrafts.read(member._id);
    return restored(draft?.place === place ? draft : undefined, cards);
  });
  const [entered, setEntered] = useState(begun.entered);
  const [reached, setReached] = useState(begun.step);
  // The card is looked up in the current list: its fee or fixed price may have changed.
  const stored = entered.chosen;
  const card = cards.find(({ _id }) => _id === stored?.card._id);
  const chosen = stored &&
    card && { ...stored, card, price: card.readOnly ? chosenOf(card).price : stored.price };
  useEffect(() => {
    if (entered === begun.entered && reached === begun.step) return;
    saleDrafts.keep(member._id, {
      place,
      cardId: entered.chosen?.card._id ?? '',
      quantity: entered.chosen?.quantity ?? 1,
      price: entered.chosen?.price ?? '',
      pictures: entered.pictures,
      terms: entered.terms,
      gateway: entered.gateway,
      reached,
    });
  }, [entered, reached, begun, member._id, place]);
  return {
    ...entered,
    chosen,
    begunAt: begun.step,
    reached,
    setReached,
    change: (part: Partial<Entered>) => setEntered((before) => ({ ...before, ...part })),
    setPicture: (name: keyof CardPictures, path: string | null) =>
      setEntered((before) => ({ ...before, pictures: { ...before.pictures, [name]: path } })),
  };
}
