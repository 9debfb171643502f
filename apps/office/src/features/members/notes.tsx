import { send } from '@giftlane/client/api.ts';
import { Form, useContractForm } from '@giftlane/client/form/form.tsx';
import { addMemberNote } from '@giftlane/contract/office/members.ts';
import { text } from '@giftlane/texts/text.ts';
import { TextArea } from '@giftlane/ui/form/field.tsx';
import { Moment, Nothing, Section } from '../../parts/figures.tsx';
import { readAnew } from '../../read-anew.ts';
import { useMay } from '../../session.ts';
import type { OfficeMember } from './office-member.ts';

function AddNote({ id }: { id: string }) {
  const state = useContractForm(addMemberNote.body, { sNote: '' }, async (body) => {
    await send('POST /office/members/{id}/notes', { params: { id }, body });
    state.form.reset();
    await readAnew('GET /office/members/{id}');
  });
  return (
    <Form state={state} action={text('office.note.add')}>
      <TextArea
        {...state.field('sNote')}
        label={text('office.note.new')}
        help={text('office.note.help')}
        rows={2}
      />
    </Form>
  );
}

/** Notes of staff: they are added and stay. */
export function Notes({ member }: { member: OfficeMember }) {
  const may = useMay('members.freeze');
  return (
    <Section title={text('office.note.title')}>
      {member.aNotes.length === 0 && <Nothing>{text('office.note.none')}</Nothing>}
      <ul>
        {member.aNotes.map(({ _id, sNote, sOperator, dCreatedAt }) => (
          <li key={_id} className="mb-3 rounded-control bg-sunken p-3 text-15">
            <p className="wrap-anywhere whitespace-pre-line">{sNote}</p>
            <p className="mt-1 text-13 text-soft">
              {sOperator} · <Moment at={dCreatedAt} />
            </p>
          </li>
        ))}
      </ul>
      {may && (
        <div className="mt-4">
          <AddNote id={member._id} />
        </div>
      )}
    </Section>
  );
}
