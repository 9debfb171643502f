/** A submission: its pictures, the data beside them, and a verdict on each. */
import { send } from '@giftlane/client/api.ts';
import { Loaded } from '@giftlane/client/loaded.tsx';
import { apiQuery } from '@giftlane/client/queries.ts';
import { type Paper, papers } from '@giftlane/contract/members/kyc.ts';
import { text } from '@giftlane/texts/text.ts';
import { Skeleton } from '@giftlane/ui/layout/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Pictures } from '../../queue/pictures.tsx';
import { useCase } from '../../queue/queue-page.tsx';
import { nextOf, paperNames, type Verdicts } from './papers.ts';
import { Applicant, Data, Sharing, type Submission } from './person.tsx';
import { VerdictBar, VerdictList } from './verdicts.tsx';

const pictured: readonly Paper[] = papers.filter((paper) => paper !== 'data');

/** Verdicts by submission: they are still there after an undo or a refusal. */
const drafts = new Map<string, Verdicts>();

function Open({ submission }: { submission: Submission }) {
  const { _id: id, aAccepted, oMember } = submission;
  const { decide } = useCase();
  const [verdicts, setVerdicts] = useState<Verdicts>(
    () => drafts.get(id) ?? Object.fromEntries(aAccepted.map((paper) => [paper, ''])),
  );
  const [current, setCurrent] = useState<Paper>(() => nextOf(verdicts, 'selfie'));
  const shown = pictured.indexOf(current);
  const finish = () => {
    const aVerdicts = papers.map((ePaper) => ({ ePaper, sReason: verdicts[ePaper] ?? '' }));
    const name = oMember.sName || oMember.sEmail;
    const declined = aVerdicts.some(({ sReason }) => sReason !== '');
    decide({
      label: declined
        ? text('office.identity.done.r', { name })
        : text('office.identity.done.v', { name }),
      send: (keepalive) =>
        send('PUT /office/identity/{id}', { params: { id }, body: { aVerdicts }, keepalive }),
    });
  };
  return (
    <article aria-label={oMember.sName || oMember.sEmail}>
      <Sharing sharing={submission.aSharing} />
      <div className="grid gap-6 xl:grid-cols-2">
        <div className="min-w-0">
          <Pictures
            pictures={pictured.map((paper) => ({
              src: `/api/v1/office/identity/${id}/${paper}`,
              label: paperNames[paper],
            }))}
            chosen={Math.max(0, shown)}
            onChoose={(nth) => setCurrent(pictured[nth] ?? current)}
          />
        </div>
        <div className="min-w-0 space-y-5">
          <VerdictList
            verdicts={verdicts}
            acceptedBefore={aAccepted}
            current={current}
            onCurrent={setCurrent}
          />
          <Data submission={submission} />
          <Applicant submission={submission} />
        </div>
      </div>
      <div className="mt-5">
        <VerdictBar
          verdicts={verdicts}
          current={current}
          onCurrent={setCurrent}
          onJudge={(judged) => {
            drafts.set(id, judged);
            setVerdicts(judged);
          }}
          onFinish={finish}
        />
      </div>
    </article>
  );
}

/** The open submission. */
export function SubmissionCase({ id }: { id: string }) {
  const query = useQuery(apiQuery('GET /office/identity/{id}', { params: { id } }));
  return (
    <Loaded query={query} waiting={<Skeleton className="h-96" />}>
      {(submission) => <Open submission={submission} />}
    </Loaded>
  );
}
