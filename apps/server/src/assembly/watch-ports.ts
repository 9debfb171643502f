/** Calls to providers, for `/metrics`. */
import { meter, slowBuckets } from '../platform/process/meters.ts';
import { observed } from '../platform/process/tracing.ts';

const took = meter({
  name: 'giftlane_provider_seconds',
  help: 'Duration of calls to providers by outcome: done, refused, unknown.',
  labels: ['provider', 'call', 'outcome'],
  buckets: slowBuckets,
});

/** The outcome of a call; a port that answers what it found, or throws, has none of its own. */
const outcomeOf = (answer: unknown): string => {
  const kind = Object(answer).kind;
  return kind === 'refused' || kind === 'unknown' ? kind : 'done';
};

/** The same port; each of its calls that takes time is measured. */
export function watched<T extends object>(provider: string, port: T): T {
  return new Proxy(port, {
    get(target, call) {
      const value: unknown = Reflect.get(target, call);
      if (typeof value !== 'function' || typeof call !== 'string') return value;
      return (...given: unknown[]) => {
        const answer: unknown = Reflect.apply(value, target, given);
        if (!(answer instanceof Promise)) return answer;
        const [span, labels] = [`${provider} ${call}`, { provider, call }];
        return observed({ took, span, labels, outcomeOf, thrown: 'unknown' }, () => answer);
      };
    },
  });
}
