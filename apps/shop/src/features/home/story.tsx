import { text } from '@giftlane/texts/text.ts';
import { Film } from '../../rooms/catalogue/film.tsx';
import { useMember } from '../../session/member.ts';
import { useOption } from '../../session/options.ts';
import { AppBanner } from './app-banner.tsx';
import { Counters } from './counters.tsx';
import { Newsletter } from './newsletter.tsx';

interface Point {
  title: string;
  words: string;
}

const features: readonly Point[] = [
  { title: text('home.steps.instant.title'), words: text('home.steps.instant.text') },
  { title: text('home.steps.cashback.title'), words: text('home.steps.cashback.text') },
  { title: text('home.steps.bulk.title'), words: text('home.steps.bulk.text') },
  { title: text('home.steps.sealed.title'), words: text('home.steps.sealed.text') },
];

/** The ways to pay, with the coins in the options. */
function usePaymentText(): string {
  const coins = useOption('pay_coins')?.split(',') ?? [];
  const [one, other] = [
    ...(coins.includes('BTC') ? [text('currency.btc')] : []),
    ...(coins.includes('LTC') ? [text('currency.ltc')] : []),
  ];
  if (!one) return text('home.how.2.text');
  return text('home.how.2.coins', {
    coins: other ? text('home.how.2.bothCoins', { one, other }) : one,
  });
}

/** How it works, in three steps (HOME-02). */
function HowItWorks() {
  const howItWorks: readonly Point[] = [
    { title: text('home.how.1.title'), words: text('home.how.1.text') },
    { title: text('home.how.2.title'), words: usePaymentText() },
    { title: text('home.how.3.title'), words: text('home.how.3.text') },
  ];
  return (
    <section className="border-y border-line bg-surface">
      <div className="page-width py-12 md:py-16">
        <h2 className="mb-8 text-28 tracking-tighter">{text('home.how.title')}</h2>
        <ol className="grid gap-8 md:grid-cols-3 md:gap-0">
          {howItWorks.map(({ title, words }, index) => (
            <li
              key={title}
              className="flex gap-4 md:block md:border-s md:border-line md:px-8 md:first:border-s-0 md:first:ps-0"
            >
              <span
                aria-hidden="true"
                className="w-7 shrink-0 font-display text-40 leading-none font-bold tracking-tighter text-leaf md:mb-6 md:block md:text-56"
              >
                {index + 1}
              </span>
              <div>
                <h3 className="text-21">{title}</h3>
                <p className="mt-2 text-soft">{words}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

/** The film (HOME-01) for a member; a visitor has it at the top of the page. */
function MemberFilm() {
  const member = useMember();
  const film = useOption('banner_video');
  const poster = useOption('banner_poster') ?? '';
  return member && film && <Film path={film} poster={poster} label={text('home.video.label')} />;
}

/** The features of the shop (HOME-03). */
function Features() {
  return (
    <section className="page-width grid items-start gap-6 py-12 md:grid-cols-[1fr_2fr] md:gap-10 md:py-16">
      <div className="space-y-6">
        <h2 className="text-28 tracking-tighter md:text-40">{text('home.steps.title')}</h2>
        <MemberFilm />
      </div>
      <dl className="border-t border-line">
        {features.map(({ title, words }) => (
          <div
            key={title}
            className="grid gap-1 border-b border-line py-4 sm:grid-cols-[2fr_3fr] sm:gap-6"
          >
            <dt className="font-semibold">{title}</dt>
            <dd className="text-soft">{words}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Points and the newsletter (HOME-07, HOME-08). */
function PointsAndNews() {
  const member = useMember();
  return (
    <section className="page-width pt-12 md:pt-16">
      <h2 className="mb-6 text-28 tracking-tighter">{text('home.promises.title')}</h2>
      <div className="grid gap-4 md:grid-cols-[2fr_3fr] md:gap-6">
        <section className="rounded-panel border border-line bg-surface p-6">
          <h3 className="text-21">{text('home.points.title')}</h3>
          <p className="mt-2 text-soft">{text('home.points.text')}</p>
          {!member && <p className="mt-4 text-soft">{text('home.points.signedIn')}</p>}
        </section>
        <Newsletter />
      </div>
    </section>
  );
}

/** The home page below the best sellers. */
export default function Story() {
  return (
    <>
      <HowItWorks />
      <Features />
      <Counters />
      <PointsAndNews />
      <AppBanner />
    </>
  );
}
