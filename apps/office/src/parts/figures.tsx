/** Moments and facts as pages of the office write them. */
import { formatMoment } from '@giftlane/texts/dates.ts';
import { type ComponentProps, Fragment, type ReactNode } from 'react';
import { Link } from 'react-router';

/** A link within a table or a list. */
export const RowLink = (props: ComponentProps<typeof Link>) => (
  <Link {...props} className="font-medium text-leaf no-underline hover:underline" />
);

export const Moment = ({ at }: { at: string }) => <time dateTime={at}>{formatMoment(at)}</time>;

/** A part of a page with its heading, and what can be done beside it. */
export const Section = ({
  title,
  action,
  children,
}: {
  title: string;
  action?: ReactNode;
  children: ReactNode;
}) => (
  <section className="mb-8">
    <div className="mb-3 flex min-h-9 flex-wrap items-center justify-between gap-3">
      <h2 className="font-display text-21 font-semibold">{title}</h2>
      {action}
    </div>
    {children}
  </section>
);

/** Names and values; those without a value are left out. */
export const Facts = ({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) => (
  <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 text-15">
    {facts
      .filter(([, value]) => value !== '' && value !== null)
      .map(([name, value]) => (
        <Fragment key={name}>
          <dt className="text-soft">{name}</dt>
          <dd className="min-w-0 text-end wrap-anywhere tabular-nums">{value}</dd>
        </Fragment>
      ))}
  </dl>
);

/** A quiet line in place of an empty list. */
export const Nothing = ({ children }: { children: string }) => (
  <p className="text-15 text-soft">{children}</p>
);
