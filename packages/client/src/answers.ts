/**
 * Answers that are there before they are asked for. A page the server drew carries those it was drawn from, by their
 * addresses: each is taken once, in place of asking.
 */
import type { Envelope } from './api-error.ts';

/** Says at once whether there is one: whoever asks otherwise does so with the token of this moment. */
type Find = (address: string) => Envelope | Promise<Envelope> | undefined;

/** Later somebody asks because they want to know how it is now. */
const freshMs = 30_000;

function fromPage(): Find {
  const page = globalThis.document;
  // `theme.js` knows a page that the browser had kept.
  const isOld = page?.documentElement.dataset.start === 'anew';
  const text = isOld ? null : page?.getElementById('answers')?.textContent;
  const answers = new Map<string, Envelope>(Object.entries(JSON.parse(text ?? '{}')));
  return (address) => {
    const answer = performance.now() < freshMs ? answers.get(address) : undefined;
    answers.delete(address);
    return answer;
  };
}

let find = fromPage();

/** The answer to an address, if it is there. */
export const answerAtHand: Find = (address) => find(address);

/** Where a page is drawn: who answers. */
export function answerBy(other: Find): void {
  find = other;
}
