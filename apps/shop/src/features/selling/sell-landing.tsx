import { formatMoney } from '@giftlane/contract/money/money.ts';
import { text } from '@giftlane/texts/text.ts';
import { ButtonLink } from '@giftlane/ui/controls/button.tsx';
import { useQuery } from '@tanstack/react-query';
import { Film } from '../../rooms/catalogue/film.tsx';
import { Hero } from '../../rooms/catalogue/hero.tsx';
import { optionsQuery } from '../../session/options.ts';
import { EmptyDrawer } from './drawing.tsx';

const sections = [
  { title: text('sell.section.sell'), words: text('sell.section.sell.text') },
  { title: text('sell.section.upload'), words: text('sell.section.upload.text') },
  { title: text('sell.section.payment'), words: text('sell.section.payment.text') },
] as const;

/** The video about selling, else the home page's (SELL-01), else a drawing. */
function Picture() {
  const { data: options, isPending } = useQuery(optionsQuery);
  const own = options?.get('sell_video');
  const film = own || options?.get('banner_video');
  if (film) {
    const poster = options?.get(own ? 'sell_poster' : 'banner_poster') ?? '';
    const label = own ? text('sell.hero.video') : text('home.video.label');
    return <Film path={film} poster={poster} label={label} />;
  }
  return (
    <div className="flex aspect-4/3 w-full items-center justify-center rounded-panel bg-sunken text-edge">
      {!isPending && <EmptyDrawer />}
    </div>
  );
}

function SellHero() {
  return (
    <Hero title={text('nav.sellGiftCards')} words={text('sell.hero.text')} picture={<Picture />}>
      <ButtonLink to="/sell-cards-select" look="primary">
        {text('sell.getStarted')}
      </ButtonLink>
    </Hero>
  );
}

/** The three steps of selling, explained (SELL-02). */
function Sections() {
  return (
    <div className="border-b border-line bg-surface">
      <div className="page-width grid gap-8 py-12 md:grid-cols-3 md:gap-0 md:py-16">
        {sections.map(({ title, words }, index) => (
          <section
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
              <h2 className="text-21">{title}</h2>
              <p className="mt-2 text-soft">{words}</p>
            </div>
          </section>
        ))}
      </div>
    </div>
  );
}

const example = { valueMinor: 50_00n, feePercent: 12, feeMinor: 6_00n } as const;

/** An example sale with its fee, as a receipt. */
function Example() {
  const { valueMinor, feePercent, feeMinor } = example;
  const value = formatMoney(valueMinor, 'usd');
  return (
    <section className="page-width grid grid-cols-1 items-center gap-6 py-12 md:grid-cols-2 md:gap-12 md:py-16">
      <div>
        <h2 className="text-28 tracking-tighter md:text-40">{text('sell.example.title')}</h2>
        <p className="mt-3 max-w-prose text-soft">{text('sell.example.text')}</p>
      </div>
      <div>
        <dl className="rounded-panel border border-line bg-surface p-5 tabular-nums shadow-contact sm:p-6">
          <div className="flex flex-wrap justify-between gap-x-4">
            <dt>{text('sell.example.card', { value })}</dt>
            <dd className="ms-auto">{value}</dd>
          </div>
          <div className="mt-3 flex flex-wrap justify-between gap-x-4 text-soft">
            <dt>{text('sell.example.fee', { percent: feePercent })}</dt>
            <dd className="ms-auto">{formatMoney(-feeMinor, 'usd')}</dd>
          </div>
          <div className="mt-4 flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line pt-4 font-semibold">
            <dt>{text('sell.summary')}</dt>
            <dd className="ms-auto font-display text-28 font-semibold tracking-tighter text-leaf">
              {formatMoney(valueMinor - feeMinor, 'usd')}
            </dd>
          </div>
        </dl>
        <p className="mt-3 text-13 text-soft">{text('sell.example.note')}</p>
      </div>
    </section>
  );
}

export function SellLanding() {
  return (
    <>
      <SellHero />
      <Sections />
      <Example />
    </>
  );
}
