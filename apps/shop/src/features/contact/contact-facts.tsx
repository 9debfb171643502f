import { Loaded } from '@giftlane/client/loaded.tsx';
import { text } from '@giftlane/texts/text.ts';
import { RichText } from '@giftlane/ui/layout/rich-text.tsx';
import { repeat, Skeleton } from '@giftlane/ui/layout/skeleton.tsx';
import { textParts } from '@giftlane/ui/layout/text-parts.tsx';
import { useQuery } from '@tanstack/react-query';
import { CircleHelp, Mail } from 'lucide-react';
import { Link } from 'react-router';
import { pageQuery } from '../../rooms/pages/static-page.ts';
import { useOption } from '../../session/options.ts';

export const contactPage = '/contact-us';

const wayClass =
  'inline-flex min-h-11 items-center gap-3 font-medium text-leaf underline underline-offset-4 wrap-anywhere hover:no-underline';

function Ways() {
  const mailbox = useOption('support_email');
  return (
    <ul className="mt-6 border-t border-line pt-3">
      {mailbox && (
        <li>
          <a href={`mailto:${mailbox}`} className={wayClass}>
            <Mail aria-hidden="true" className="size-5 shrink-0" />
            {textParts('contact.mailUs', { mailbox }, 'sr-only')}
          </a>
        </li>
      )}
      <li>
        <Link to="/faq" className={wayClass}>
          <CircleHelp aria-hidden="true" className="size-5 shrink-0" />
          {text('contact.toFaq')}
        </Link>
      </li>
    </ul>
  );
}

/** Hours, reply times and ways to contact support (CONT-02, CONT-13 to CONT-18). */
export function ContactFacts() {
  const query = useQuery(pageQuery(contactPage));
  return (
    <aside
      aria-label={text('contact.about')}
      className="rounded-panel border border-line bg-surface p-6"
    >
      <Loaded
        query={query}
        waiting={
          <div className="space-y-4" aria-busy="true">
            {repeat(9, (index) => (
              <Skeleton key={index} className={index % 3 === 0 ? 'h-6 w-1/2' : 'h-4'} />
            ))}
          </div>
        }
        failed={text('contact.failed')}
        inside
      >
        {({ blocks }) => <RichText blocks={blocks} />}
      </Loaded>
      <Ways />
    </aside>
  );
}
