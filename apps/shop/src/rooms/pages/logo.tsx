import { text } from '@giftlane/texts/text.ts';
import { Link } from 'react-router';

/** The logo with a link to the home page. */
export function Logo() {
  return (
    <Link to="/" className="flex items-center gap-2 rounded-small text-ink no-underline">
      <svg viewBox="0 0 32 32" className="size-8 text-leaf" aria-hidden="true">
        <rect x="2" y="6" width="28" height="20" rx="4.5" fill="currentColor" />
        <g fill="none" className="stroke-on-leaf" strokeWidth="2">
          <path d="M2 14.5h28M12 6v20" />
          <path d="M12 14.5c-6-.2-6.6-5.4-3.4-5.6 2.4-.1 3.4 3 3.4 5.6Zm0 0c6-.2 6.6-5.4 3.4-5.6-2.4-.1-3.4 3-3.4 5.6Z" />
        </g>
      </svg>
      <span className="font-display text-21 font-bold tracking-tighter max-[18rem]:sr-only">
        {text('shop.name')}
      </span>
    </Link>
  );
}
