import { text } from '@giftlane/texts/text.ts';
import { Moment } from './moment.tsx';
import type { Rate } from './rates.ts';
import { isCoin } from './view.ts';

/** The oldest time among the rates: no shown rate is older. */
const oldest = (rates: readonly Rate[]) => rates.map(({ asOf }) => asOf).sort()[0];

function Source({ name, at, daily }: { name: string; at: string; daily: boolean }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4 border-b border-line pb-2">
      <dt className="font-medium">{name}</dt>
      <dd className="text-soft">
        <Moment at={at} daily={daily} />
      </dd>
    </div>
  );
}

/** Source, age and use of the rates. */
export function About({ rates }: { rates: readonly Rate[] }) {
  const day = oldest(rates.filter(({ code }) => !isCoin(code)));
  const time = oldest(rates.filter(({ code }) => isCoin(code)));
  return (
    <section aria-labelledby="rates-about" className="max-w-prose">
      <h2 id="rates-about" className="mb-3 text-21">
        {text('rates.about')}
      </h2>
      <dl className="mb-4 space-y-2">
        {day && <Source name={text('rates.about.currencies')} at={day} daily />}
        {time && <Source name={text('rates.about.coins')} at={time} daily={false} />}
      </dl>
      <div className="space-y-3 text-soft">
        <p>{text('rates.about.reference')}</p>
        <p>{text('rates.about.cashback')}</p>
        {time && <p>{text('rates.about.times')}</p>}
      </div>
    </section>
  );
}
