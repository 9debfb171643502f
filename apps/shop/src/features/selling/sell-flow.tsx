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
  type Chosen,
  hasAllPictures,
  isCardStepDone,
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
import { isPicturesStepDone, type StepNumber, useOffer } from './use-offer.ts';
import { pictureProblems, useSell } from './use-sell.ts';

/**
 * The open step and the furthest one reached; opening a step moves the focus to its button. A step before it
 * that is no longer valid is opened instead.
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
      // The step's button may be disabled until the next render.
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

/** Whether a refusal is about the first step: the card, the number of cards or the price. */
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

/** State of the sell form: the offer, the ways of being paid, which steps are done, and sending the offer. */
function useSellFlow({ cards, currency, member, brandId }: SellFlowProps) {
  const offer = useOffer({ cards, member, place: `${brandId} ${currency}` });
  const { chosen, pictures, terms, gateway } = offer;
  const wallets = useQuery(coinWalletsQuery);
  const methods = methodsOf(member, wallets.data ?? []);
  const method = methodOf(methods, gateway, !wallets.isPending);
  const { data: sellTerms } = useQuery(sellTermsQuery(currency));
  const sell = useSell(member._id);
  const cardDone = isCardStepDone(chosen, sellTerms);
  // The day's limit is refused at the last step and is explained there, so that step stays open.
  const overDayLimit = isRefusal(sell.error, 'sell.over_limit');
  const cardStepPassed = cardDone || overDayLimit;
  const picturesDone = isPicturesStepDone(offer);
  const steps = useSteps(offer, !cardStepPassed ? 1 : picturesDone ? 3 : 2);
  const submit = () => {
    if (!chosen || !method || !hasAllPictures(pictures) || !terms) return;
    const ready = offerOf({ chosen, pictures, method });
    if (!ready) return;
    sell.mutate(ready, {
      onError(error) {
        if (Object.keys(pictureProblems(error)).length > 0) steps.goTo(2);
        else if (isAboutCard(error)) {
          // The first step has no field for this message.
          toast.failure(messageOf(error));
          steps.goTo(1);
        }
      },
    });
  };
  return {
    offer,
    wallets: wallets.data ?? [],
    methods,
    method,
    sellTerms,
    sell,
    cardDone,
    overDayLimit,
    cardStepPassed,
    picturesDone,
    steps,
    submit,
  };
}

/** The button that ends each step. */
function actionsOf(
  {
    offer,
    method,
    sellTerms,
    sell,
    cardDone,
    picturesDone,
    steps,
    submit,
  }: ReturnType<typeof useSellFlow>,
  uploading: boolean,
): Readonly<Record<StepNumber, StepAction>> {
  const { chosen, pictures, terms } = offer;
  return {
    1: {
      label: text('sell.continue'),
      ready: cardDone,
      missing: chosen
        ? (priceProblem(chosen) ?? quantityProblem(chosen, sellTerms)) && <ShowWrong />
        : text('sell.continue.hint'),
      act: () => steps.goTo(2),
    },
    2: {
      label: text('sell.proceed'),
      ready: picturesDone && !uploading,
      missing: !hasAllPictures(pictures)
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
}

/** The three steps of selling a card, and what it brings (ROUTE-18). */
export function SellFlow(props: SellFlowProps) {
  const { cards, currency, member } = props;
  const flow = useSellFlow(props);
  const {
    offer,
    method,
    sellTerms,
    sell,
    cardDone,
    overDayLimit,
    cardStepPassed,
    picturesDone,
    steps,
  } = flow;
  const { chosen, pictures, terms, change } = offer;
  const [sending, setSending] = useState<Partial<Record<PictureName, boolean>>>({});
  const problems = pictureProblems(sell.error);
  const elsewhere = Object.keys(problems).length > 0 || isAboutCard(sell.error);
  const amounts = sellAmountsOf(chosen);
  const actions = actionsOf(flow, Object.values(sending).some(Boolean));
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
      {/* On a phone the focused field is scrolled clear of the bar at the bottom. */}
      <div className="space-y-4 max-lg:[&_:is(input,button,a)]:scroll-mb-32">
        <Step
          {...stepOf(1, true, cardDone && steps.reached > 1)}
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
          {...stepOf(2, cardStepPassed && steps.reached > 1, picturesDone && steps.reached > 2)}
          title={text('sell.step.2')}
          brief={picturesDone ? text('sell.brief.pictures') : undefined}
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
          {...stepOf(3, cardStepPassed && picturesDone && steps.reached > 2, false)}
          title={text('sell.step.3')}
          brief={method?.label}
        >
          <PaymentStep
            member={member}
            currency={currency}
            methods={flow.methods}
            wallets={flow.wallets}
            amountMinor={amounts?.receivableMinor}
            method={method}
            onGateway={(next) => change({ gateway: next })}
            problem={
              sell.error && !elsewhere ? messageOf(sell.error, text('sell.failed')) : undefined
            }
            overDayLimit={overDayLimit}
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
