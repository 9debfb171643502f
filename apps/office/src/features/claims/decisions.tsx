/** The decisions on a claim: a new code, the money, a question, or no. */
import { send } from '@giftlane/client/api.ts';
import { memberStore } from '@giftlane/client/storage/external-store.ts';
import { text } from '@giftlane/texts/text.ts';
import { moneyText } from '../../list/money.ts';
import { type Choice, DecisionBar } from '../../queue/decision-bar.tsx';
import type { OfficeClaim } from './words.ts';

const mostLetters = 500;

/** Claims that were met in this tab, whose sellers may be charged: the queue lists them no more. */
export const met = memberStore<readonly { readonly id: string; readonly serial: string }[]>(
  () => [],
);
const mostMet = 5;

function noteMet({ _id: id, oCode: { sSerial: serial } }: OfficeClaim): void {
  met.write([{ id, serial }, ...met.read()].slice(0, mostMet));
}

const questions = [
  text('office.claim.question.message'),
  text('office.claim.question.where'),
  text('office.claim.question.balance'),
];

const reasons = [
  text('office.claim.decline.works'),
  text('office.claim.decline.used'),
  text('office.claim.decline.pictures'),
  text('office.claim.decline.value'),
];

function choicesOf(claim: OfficeClaim): Choice[] {
  const { _id: id, eState, nFree, oMoneyBack, oOrder, oCode } = claim;
  const params = { id };
  const title = `${oOrder.sTitle} ${oCode.sSerial}`;
  const amount = oMoneyBack ? moneyText(oMoneyBack.nAmount, oMoneyBack.eCurrency) : '';
  return [
    {
      press: 'a',
      label: text('office.claim.replace'),
      look: 'primary',
      done: text('office.claim.replaced', { title }),
      shut: nFree === 0,
      send: async (_, keepalive) => {
        const body = { eDecision: 'replace', sReason: '' } as const;
        await send('POST /office/claims/{id}/decide', { params, body, keepalive });
        noteMet(claim);
      },
    },
    {
      press: 'm',
      label: oMoneyBack ? text('office.claim.refund', { amount }) : text('office.claim.moneyBack'),
      look: 'secondary',
      done: text('office.claim.refunded', { title, amount }),
      shut: !oMoneyBack,
      send: async (_, keepalive) => {
        if (!oMoneyBack) return;
        const body = { eDecision: 'refund', sReason: '', oMoneyBack } as const;
        await send('POST /office/claims/{id}/decide', { params, body, keepalive });
        noteMet(claim);
      },
    },
    {
      press: 'q',
      label: text('office.claim.ask'),
      look: 'secondary',
      done: text('office.claim.asked', { title }),
      shut: eState === 'asked',
      words: {
        prepared: questions,
        label: text('office.claim.ask.own'),
        hint: text('office.claim.ask.hint'),
        mostLetters,
      },
      send: (sQuestion, keepalive) =>
        send('POST /office/claims/{id}/ask', { params, body: { sQuestion }, keepalive }),
    },
    {
      press: 'd',
      label: text('office.sales.decline'),
      look: 'danger',
      done: text('office.sales.declined', { title }),
      words: { prepared: reasons, hint: text('office.sales.reason.hint'), mostLetters },
      send: (sReason, keepalive) =>
        send('POST /office/claims/{id}/decide', {
          params,
          body: { eDecision: 'decline', sReason },
          keepalive,
        }),
    },
  ];
}

export const Decisions = ({ claim }: { claim: OfficeClaim }) => (
  <DecisionBar choices={choicesOf(claim)} />
);
