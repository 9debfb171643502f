/** What a member submitted, who they are, and what happened before. */
import type { Answer } from '@giftlane/client/api.ts';
import { formatDate, formatDay } from '@giftlane/texts/dates.ts';
import { text } from '@giftlane/texts/text.ts';
import { Badge } from '@giftlane/ui/layout/badge.tsx';
import { Notice } from '@giftlane/ui/layout/notice.tsx';
import { Link } from 'react-router';
import { countryName, paperNames } from './papers.ts';

export type Submission = Answer<'GET /office/identity/{id}'>['data'];

function Rows({ rows }: { rows: readonly (readonly [string, string])[] }) {
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-15">
      {rows.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-soft">{name}</dt>
          <dd className="min-w-0 font-medium wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The personal information, as it was typed. */
export function Data({ submission: { oData, oMember, dCreatedAt } }: { submission: Submission }) {
  const of = (name: string) => oData[name] ?? '';
  const dob = of('dob');
  const address = [
    of('address1'),
    of('address2'),
    `${of('zipcode')} ${of('city')}`,
    of('state'),
    countryName(of('country')),
  ];
  return (
    <section aria-label={paperNames.data}>
      <h2 className="mb-2 text-17">
        {of('firstName')} {of('lastName')}
      </h2>
      <Rows
        rows={[
          [text('office.identity.account'), oMember.sName],
          [text('kyc.dob'), dob && formatDay(dob)],
          [text('office.identity.address'), address.join(', ')],
          [text('office.identity.idType'), of('typeOfId')],
          [paperNames.address, of('typeOfAddress')],
          [text('office.identity.submitted'), formatDate(dCreatedAt)],
        ]}
      />
    </section>
  );
}

const stepNames: Readonly<Record<string, string>> = {
  submitted: text('office.identity.step.submitted'),
  verified: text('office.identity.step.verified'),
  rejected: text('office.identity.step.rejected'),
  renamed: text('office.identity.step.renamed'),
};

/** The member, and their earlier submissions. */
export function Applicant({ submission: { oMember, aSteps } }: { submission: Submission }) {
  return (
    <section aria-label={oMember.sEmail} className="space-y-2">
      <h2 className="flex flex-wrap items-center gap-2 text-17">
        <Link to={`/members/${oMember._id}`} className="min-w-0 truncate">
          {oMember.sEmail}
        </Link>
        {oMember.bFrozen && <Badge tone="danger">{text('office.sales.frozen')}</Badge>}
      </h2>
      <p className="text-15">
        {text('office.sales.since', { date: formatDate(oMember.dCreatedAt) })}
        {' · '}
        {text('ui.labelled', { label: text('office.identity.level'), value: `${oMember.nLevel}` })}
        {' · '}
        {text('ui.labelled', {
          label: text('office.identity.orders'),
          value: `${oMember.nOrders}`,
        })}
      </p>
      <ol aria-label={text('office.identity.history')} className="space-y-1 text-15">
        {aSteps.map(({ eStep, sReason, dCreatedAt }) => (
          <li key={`${dCreatedAt} ${eStep}`}>
            <span className="text-soft">{formatDate(dCreatedAt)}</span> {stepNames[eStep] ?? eStep}
            {sReason && (
              <span className="block ps-4 wrap-anywhere whitespace-pre-line text-soft">
                {sReason}
              </span>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

const sameNames: Readonly<Record<string, string>> = {
  ...paperNames,
  person: text('office.identity.same.person'),
};

/** Other accounts with the same person or pictures. */
export function Sharing({ sharing }: { sharing: Submission['aSharing'] }) {
  if (sharing.length === 0) return null;
  return (
    <div className="mb-4">
      <Notice tone="attention" title={text('office.identity.sharing')} standing>
        <ul>
          {sharing.map(({ _id, sEmail, aSame }) => (
            <li key={_id} className="wrap-anywhere">
              <Link to={`/members/${_id}`} className="inline-block min-h-6">
                {text('office.identity.sharing.of', {
                  email: sEmail,
                  same: aSame.map((one) => sameNames[one] ?? one).join(', '),
                })}
              </Link>
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}
