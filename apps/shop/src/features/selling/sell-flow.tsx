import { ApiError, isRefusal, messageOf } from '@giftlane/client/api-error.ts';
import type { User } from '@giftlane/contract/members/accounts.ts';
import { type Currency, formatMoney } from '@giftlane/contract/money/money.ts';
import { text } from '@giftlane/texts/text.ts';
import { ShowWrong } from '@giftlane/ui/form/show-wrong.tsx';
import { toast } from '@giftlane/ui/toasts/toast-queue.ts';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type SellBrand, sellTermsQuery } from '../../rooms/catalogue/sell-cards.ts';
import { coinWalletsQuery } from '../../rooms/coins/coins.ts';
import { CardStep } from './card-step.tsx';
import { PaymentStep } from './payment-step.tsx';
import { PicturesStep } from './pictures-step.tsx';
import {
  arePicturesWhole,
  type Chosen,
  isCarded,
  methodOf,
  methodsOf,
  offerOf,
  type PictureName,
  priceProblem,
  quantityProblem,
  sellAmountsOf,
} from './sell-state.ts';
import { SellSummary } from './sell-summary.tsx';
import { Step } from './step.tsx';
import type { StepAction } from './step-action.tsx';
import { isDocumented, type StepNumber, useOffer } from './use-offer.ts';
import { pictureProblems, useSell } from './use-sell.ts';

/**
 * Which step is open, and how far one has come; the focus goes along. Where something has become wrong in a
 * step before, that one is open instead: nobody is left with a closed form that does not say why.
 */
function useSteps(
  { begunAt, reached, setReached }: ReturnType<typeof useOffer>,
  furthest: StepNumber,
) {
  const [chosen, setOpen] = useState<StepNumber | undefined>(begunAt);
  const open = chosen && (Math.min(chosen, furthest) as StepNumber);
  const heads = useRef(new Map<StepNumber, HTMLButtonElement>());
  return {
    reached,
    open,
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

/** Whether the server's answer is about the card, its number or its price, which the first step asks for. */
const isAboutCard = (error: unknown): boolean =>
  isRefusal(error, 'order.price_changed', 'sell.card_not_found') ||
  (error instanceof ApiError &&
    error.fields.some(({ field }) => /nQuantity|nPrice|iGiftCardId/.test(field)));

function briefOf(chosen: Chosen | undefined, currency: Currency): string | undefined {
  const amounts = sellAmountsOf(chosen);
  if (!chosen || !amounts) return undefined;
  const total = formatMoney(amounts.subtotalMinor, currency);
  return text('sell.brief.card', { title: chosen.card.sTitle, quantity: chosen.quantity, total });
}

interface SellFlowProps {
  cards: SellBrand['cards'];
  currency: Currency;
  member: User;
  brandId: string;
}

/** The three steps of selling a card, and what it brings (ROUTE-18). */
export function SellFlow({ cards, currency, member, brandId }: SellFlowProps) {
  const offer = useOffer({ cards, member, place: `${brandId} ${currency}` });
  const { chosen, pictures, terms, gateway, change } = offer;
  const wallets = useQuery(coinWalletsQuery);
  const methods = methodsOf(member, wallets.data ?? []);
  const method = methodOf(methods, gateway, !wallets.isPending);
  const { data: sellTerms } = useQuery(sellTermsQuery(currency));
  const [sending, setSending] = useState<Partial<Record<PictureName, boolean>>>({});
  const sell = useSell(member._id);
  const problems = pictureProblems(sell.error);
  const elsewhere = Object.keys(problems).length > 0 || isAboutCard(sell.error);
  const amounts = sellAmountsOf(chosen);
  const carded = isCarded(chosen, sellTerms);
  // What a day pays was refused at the last step, and is said there: nobody is led away from it.
  const overDay = isRefusal(sell.error, 'sell.over_limit');
  const passed = carded || overDay;
  const documented = isDocumented(offer);
  const steps = useSteps(offer, !passed ? 1 : documented ? 3 : 2);
  const submit = () => {
    if (!chosen || !method || !arePicturesWhole(pictures) || !terms) return;
    const ready = offerOf({ chosen, pictures, method });
    if (!ready) return;
    sell.mutate(ready, {
      onError(error) {
        if (Object.keys(pictureProblems(error)).length > 0) steps.goTo(2);
        else if (isAboutCard(error)) {
          // The step where it is mended has no place for it.
          toast.failure(messageOf(error));
          steps.goTo(1);
        }
      },
    });
  };
  const actions: Readonly<Record<StepNumber, StepAction>> = {
    1: {
      label: text('sell.continue'),
      ready: carded,
      missing: chosen
        ? (priceProblem(chosen) ?? quantityProblem(chosen, sellTerms)) && <ShowWrong />
        : text('sell.continue.hint'),
      act: () => steps.goTo(2),
    },
    2: {
      label: text('sell.proceed'),
      ready: documented && !Object.values(sending).some(Boolean),
      missing: !arePicturesWhole(pictures)
        ? text('sell.pictures.hint')
        : !terms && text('sell.pictures.termsHint'),
      act: () => steps.goTo(3),
    },
    3: {
      label: text('sell.proceed'),
      ready: method !== undefined,
      busy: sell.isPending,
      act: submit,
    },
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
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-6">
      {/* On a phone what has the focus keeps clear of the bar below. */}
      <div className="space-y-4 max-lg:[&_:is(input,button,a)]:scroll-mb-32">
        <Step
          {...stepOf(1, true, carded && steps.reached > 1)}
          title={text('sell.step.1')}
          brief={briefOf(chosen, currency)}
        >
          <CardStep
            cards={cards}
            chosen={chosen}
            terms={sellTerms}
            wallet={member.eCurrency}
            currency={currency}
            onChoose={(next) => {
              change({ chosen: next });
              sell.reset();
            }}
          />
        </Step>
        <Step
          {...stepOf(2, passed && steps.reached > 1, documented && steps.reached > 2)}
          title={text('sell.step.2')}
          brief={documented ? text('sell.brief.pictures') : undefined}
        >
          <PicturesStep
            pictures={pictures}
            onPicture={(name, path) => {
              offer.setPicture(name, path);
              sell.reset();
            }}
            problems={problems}
            terms={terms}
            onTerms={(accepted) => change({ terms: accepted })}
            onBusy={(name, now) => setSending((before) => ({ ...before, [name]: now }))}
            quantity={chosen?.quantity ?? 1}
          />
        </Step>
        <Step
          {...stepOf(3, passed && documented && steps.reached > 2, false)}
          title={text('sell.step.3')}
          brief={method?.label}
        >
          <PaymentStep
            member={member}
            currency={currency}
            methods={methods}
            wallets={wallets.data ?? []}
            amountMinor={amounts?.receivableMinor}
            method={method}
            onGateway={(next) => change({ gateway: next })}
            problem={
              sell.error && !elsewhere ? messageOf(sell.error, text('sell.failed')) : undefined
            }
            overDay={overDay}
          />
        </Step>
      </div>
      <SellSummary
        amounts={amounts}
        currency={currency}
        action={steps.open && actions[steps.open]}
      />
    </div>
  );
}
