import { text } from '@giftlane/texts/text.ts';
import { ButtonLink } from '@giftlane/ui/controls/button.tsx';
import { repeat } from '@giftlane/ui/layout/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { CardArt } from '../../rooms/catalogue/card-art.tsx';
import { Film } from '../../rooms/catalogue/film.tsx';
import { Hero } from '../../rooms/catalogue/hero.tsx';
import { useCurrency } from '../../session/currency.ts';
import { useMember } from '../../session/member.ts';
import { optionsQuery } from '../../session/options.ts';
import { bestSellersQuery } from './best-sellers.tsx';
import { SearchForm } from './search-form.tsx';

const fanned = 5;

/** The best sellers as a fan of cards. */
function CardFan() {
  const [currency] = useCurrency();
  const brands = useQuery(bestSellersQuery(currency)).data?.items;
  return (
    <div className="card-hand mx-auto w-3/5 max-w-80 pt-[8%] pb-[16%]">
      {repeat(fanned, (index) => {
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

/** The film in the options (HOME-01), else cards; an empty frame while the options are loading. */
function Picture() {
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
    <CardFan />
  );
}

/** The top of the home page: for visitors with text and picture, for members the search only. */
export function HomeHero() {
  const member = useMember();
  return (
    <Hero
      title={text('home.hero.title')}
      words={member ? '' : text('home.hero.text')}
      picture={!member && <Picture />}
    >
      <SearchForm />
      {!member && (
        <>
          <ButtonLink to="/gift-cards" look="primary">
            {text('home.hero.browse')}
          </ButtonLink>
          <ButtonLink to="/auth/signup" className="max-sm:hidden">
            {text('home.hero.join')}
          </ButtonLink>
        </>
      )}
    </Hero>
  );
}
