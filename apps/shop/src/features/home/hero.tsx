import type { Brand } from '@giftlane/contract/catalog.ts';
import { text } from '@giftlane/contract/messages.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useMember } from '../../lib/member.ts';
import { optionsQuery } from '../../lib/options.ts';
import { CardArt } from '../../parts/card-art.tsx';
import { Film } from '../../parts/film.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { repeat } from '../../ui/skeleton.tsx';

const inHand = 5;

/** The best sellers, held like a hand of cards. */
function HandOfCards({ brands }: { brands: readonly Brand[] | undefined }) {
  return (
    <div className="card-hand mx-auto w-3/5 max-w-80 pt-[8%] pb-[16%]">
      {repeat(inHand, (index) => {
        const brand = brands?.[index];
        if (!brand) return <CardArt key={index} banner="" title="" className="w-full" />;
        const { sBanner, sTitle } = brand.categoryData;
        return (
          <Link
            key={brand._id}
            to={`/gift-cards/${brand._id}`}
            aria-label={sTitle}
            className="block w-full rounded-card"
          >
            <CardArt banner={sBanner} title={sTitle} eager />
          </Link>
        );
      })}
    </div>
  );
}

/** The film the options name (HOME-01), else the cards themselves; an empty frame until that is known. */
function Picture({ brands }: { brands: readonly Brand[] | undefined }) {
  const { data: options, isPending } = useQuery(optionsQuery);
  const film = options?.get('banner_video');
  if (isPending) return <div className="aspect-4/3 w-full rounded-panel bg-band" />;
  return film ? (
    <Film
      path={film}
      poster={options?.get('banner_poster') ?? ''}
      label={text('home.video.label')}
    />
  ) : (
    <HandOfCards brands={brands} />
  );
}

/** The first thing one sees: what this is, and the cards themselves. */
export function Hero({ brands }: { brands: readonly Brand[] | undefined }) {
  const member = useMember();
  return (
    <section className="overflow-hidden border-b border-line">
      <div className="page-width grid items-center gap-6 py-10 md:grid-cols-[6fr_5fr] md:gap-10 md:py-16">
        <div>
          <h1 className="text-40 font-bold tracking-tighter md:text-56">
            {text('home.hero.title')}
          </h1>
          <p className="mt-4 max-w-prose text-17 text-soft md:mt-6">{text('home.hero.text')}</p>
          <div className="mt-6 flex flex-wrap gap-3 md:mt-8">
            <ButtonLink to="/gift-cards" look="primary">
              {text('home.hero.browse')}
            </ButtonLink>
            {!member && <ButtonLink to="/auth/signup">{text('home.hero.join')}</ButtonLink>}
          </div>
        </div>
        <Picture brands={brands} />
      </div>
    </section>
  );
}
