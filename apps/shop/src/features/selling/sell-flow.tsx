import type { User } from '@giftlane/contract/accounts.ts';
import { text } from '@giftlane/contract/messages.ts';
import { type Currency, formatMoney } from '@giftlane/contract/money.ts';
import { useRef, useState } from 'react';
import { isRefusal, messageOf } from '../../lib/api-error.ts';
import type { SellBrand } from '../../parts/sell-cards.ts';
import { CardStep } from './card-step.tsx';
import { PaymentStep } from './payment-step.tsx';
import { PicturesStep } from './pictures-step.tsx';
import {
  amountsOf,
  arePicturesWhole,
  type Chosen,
  type Method,
  methodsOf,
  noPictures,
  offerOf,
  type Pictures,
} from './sell-state.ts';
import { SellSummary } from './sell-summary.tsx';
import { Step } from './step.tsx';
import { pictureProblems, useSell } from './use-sell.ts';

const steps = [1, 2, 3] as const;
type StepNumber = (typeof steps)[number];

/** Which step is open, and how far one has come; the focus goes along. */
function useSteps() {
  const [open, setOpen] = useState<StepNumber | undefined>(1);
  const [reached, setReached] = useState<StepNumber>(1);
  const heads = useRef(new Map<StepNumber, HTMLButtonElement>());
  return {
    reached,
    isOpen: (step: StepNumber) => open === step,
    toggle: (step: StepNumber) => setOpen(open === step ? undefined : step),
    goTo(step: StepNumber) {
      setOpen(step);
      setReached((before) => (step > before ? step : before));
      // The step may be closed to the focus until it is drawn anew.
      requestAnimationFrame(() => {
        const head = heads.current.get(step);
        head?.focus({ preventScroll: true });
        head?.scrollIntoView({ block: 'nearest' });
      });
    },
    head: (step: StepNumber) => (element: HTMLButtonElement | null) => {
      if (element) heads.current.set(step, element);
      else heads.current.delete(step);
    },
  };
}

/** What the form holds. The card is looked up among those of now: its fee may have moved. */
function useOffer(cards: SellBrand['cards'], member: User) {
  const [stored, setChosen] = useState<Chosen>();
  const [pictures, setPictures] = useState<Pictures>(noPictures);
  const [terms, setTerms] = useState(false);
  const [method, setMethod] = useState<Method | undefined>(() =>
    methodsOf(member).find(({ address }) => address !== undefined),
  );
  const card = cards.find(({ _id }) => _id === stored?.card._id);
  const chosen = stored && card && { ...stored, card };
  return { chosen, setChosen, pictures, setPictures, terms, setTerms, method, setMethod };
}

function briefOf(chosen: Chosen | undefined, currency: Currency): string | undefined {
  const amounts = amountsOf(chosen);
  if (!chosen || !amounts) return undefined;
  const total = formatMoney(amounts.subtotalMinor, currency);
  return text('sell.brief.card', { title: chosen.card.sTitle, quantity: chosen.quantity, total });
}

interface SellFlowProps {
  cards: SellBrand['cards'];
  currency: Currency;
  member: User;
}

/** The three steps of selling a card, and what it brings (ROUTE-18). */
export function SellFlow({ cards, currency, member }: SellFlowProps) {
  const steps = useSteps();
  const { chosen, setChosen, pictures, setPictures, terms, setTerms, method, setMethod } = useOffer(
    cards,
    member,
  );
  const sell = useSell();
  const problems = pictureProblems(sell.error);
  const amounts = amountsOf(chosen);
  const carded = amounts !== undefined;
  const documented = arePicturesWhole(pictures) && terms;
  const submit = () => {
    if (!chosen || !method || !arePicturesWhole(pictures) || !terms) return;
    const offer = offerOf({ chosen, pictures, method });
    if (!offer) return;
    sell.mutate(offer, {
      onError(error) {
        if (Object.keys(pictureProblems(error)).length > 0) steps.goTo(2);
        else if (isRefusal(error, 'order.price_changed', 'sell.card_not_found')) steps.goTo(1);
      },
    });
  };
  const stepOf = (number: StepNumber, ready: boolean, done: boolean) => ({
    number,
    open: ready && steps.isOpen(number),
    ready,
    done,
    onToggle: () => steps.toggle(number),
    head: steps.head(number),
  });
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-6">
      <div className="space-y-4">
        <Step
          {...stepOf(1, true, carded && steps.reached > 1)}
          title={text('sell.step.1')}
          brief={briefOf(chosen, currency)}
        >
          <CardStep
            cards={cards}
            chosen={chosen}
            onChoose={setChosen}
            onContinue={() => steps.goTo(2)}
          />
        </Step>
        <Step
          {...stepOf(2, carded && steps.reached > 1, documented && steps.reached > 2)}
          title={text('sell.step.2')}
          brief={documented ? text('sell.brief.pictures') : undefined}
        >
          <PicturesStep
            pictures={pictures}
            onPicture={(name, path) => {
              setPictures((before) => ({ ...before, [name]: path }));
              sell.reset();
            }}
            problems={problems}
            terms={terms}
            onTerms={setTerms}
            onProceed={() => steps.goTo(3)}
          />
        </Step>
        <Step
          {...stepOf(3, carded && documented && steps.reached > 2, false)}
          title={text('sell.step.3')}
          brief={method?.label}
        >
          <PaymentStep
            member={member}
            currency={currency}
            method={method}
            onMethod={setMethod}
            busy={sell.isPending}
            problem={sell.error ? messageOf(sell.error) : undefined}
            onProceed={submit}
          />
        </Step>
      </div>
      <SellSummary amounts={amounts} currency={currency} />
    </div>
  );
}
