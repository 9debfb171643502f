/** Answers embedded in a server-rendered page, by address: each is used once in place of a request. */
import type { Envelope } from './api-error.ts';

/** Synchronous when there is no answer: a request then carries the token of this moment. */
type FindAnswer = (address: string) => Envelope | Promise<Envelope> | undefined;

/** Age after which embedded answers are not used. */
const maxAgeMs = 30_000;

function readPage(): FindAnswer {
  const page = globalThis.document;
  // Set by `theme.js` for a page from the back/forward cache.
  const isOld = page?.documentElement.dataset.start === 'anew';
  const text = isOld ? null : page?.getElementById('answers')?.textContent;
  const answers = new Map<string, Envelope>(Object.entries(JSON.parse(text ?? '{}')));
  return (address) => {
    const answer = performance.now() < maxAgeMs ? answers.get(address) : undefined;
    answers.delete(address);
    return answer;
  };
}

let find = readPage();

/** The embedded answer to an address, if there is one. */
export const embeddedAnswer: FindAnswer = (address) => find(address);

/** Sets what answers in place of the network, for server-side rendering. */
export function setAnswers(findAnswer: FindAnswer): void {
  find = findAnswer;
}
