import type { Brand } from '@giftlane/contract/shop/catalog.ts';
import { text } from '@giftlane/texts/text.ts';
import { ButtonLink } from '@giftlane/ui/controls/button.tsx';
import { repeat } from '@giftlane/ui/layout/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { CardArt } from '../../rooms/catalogue/card-art.tsx';
import { Film } from '../../rooms/catalogue/film.tsx';
import { Hero } from '../../rooms/catalogue/hero.tsx';
import { useMember } from '../../session/member.ts';
import { optionsQuery } from '../../session/options.ts';
import { SearchForm } from './search-form.tsx';

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

/** What this is, and the cards themselves; for a member, who knows it, the search alone. */
export function HomeHero({ brands }: { brands: readonly Brand[] | undefined }) {
  const member = useMember();
  return (
    <Hero
      title={text('home.hero.title')}
      words={member ? '' : text('home.hero.text')}
      picture={!member && <Picture brands={brands} />}
    >
      <SearchForm />
      {!member && (
        <>
          <ButtonLink to="/gift-cards" look="primary">
            {text('home.hero.browse')}
          </ButtonLink>
          {/* On a phone one button is enough beside the search. */}
          <ButtonLink to="/auth/signup" className="max-sm:hidden">
            {text('home.hero.join')}
          </ButtonLink>
        </>
      )}
    </Hero>
  );
}
