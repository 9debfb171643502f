import { messageOf } from '@giftlane/client/api-error.ts';
import { sendForLongFile } from '@giftlane/client/api-files.ts';
import type { User } from '@giftlane/contract/members/accounts.ts';
import { formatDay } from '@giftlane/texts/dates.ts';
import { text } from '@giftlane/texts/text.ts';
import { saveFile } from '@giftlane/ui/browser/save-file.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { SelectField, TextField } from '@giftlane/ui/form/field.tsx';
import { Dialog } from '@giftlane/ui/overlay/dialog.tsx';
import { Download } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import {
  type Days,
  daysOf,
  isPeriod,
  type PeriodChoice,
  periods,
  sizeText,
  today,
} from './statement.ts';

const periodLabels: Record<PeriodChoice, string> = {
  month: text('wallet.statement.month'),
  lastMonth: text('wallet.statement.lastMonth'),
  year: text('wallet.statement.year'),
  own: text('wallet.statement.own'),
};

type Form = 'pdf' | 'csv';
type Course =
  | { is: 'idle' }
  | { is: 'under way'; bytes: number }
  | { is: 'done'; bytes: number }
  | { is: 'failed'; words: string };

function fetchFile(
  form: Form,
  { from, to }: Days,
  signal: AbortSignal,
  tell: (bytes: number) => void,
) {
  const sZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const sending = { query: { dFrom: from, dTo: to, sZone }, signal };
  return form === 'pdf'
    ? sendForLongFile('GET /wallet/statement.pdf', sending, tell)
    : sendForLongFile('GET /wallet/statement.csv', sending, tell);
}

/** A download with progress and cancellation. */
function useDownload() {
  const [course, setCourse] = useState<Course>({ is: 'idle' });
  const giveUp = useRef<AbortController>(undefined);
  // Aborts the download when the dialog closes.
  useEffect(() => () => giveUp.current?.abort(), []);
  const begin = async (form: Form, days: Days) => {
    const controller = new AbortController();
    giveUp.current = controller;
    const tell = (bytes: number) => setCourse({ is: 'under way', bytes });
    tell(0);
    try {
      const file = await fetchFile(form, days, controller.signal, tell);
      saveFile(
        file,
        `${text('shop.name').toLowerCase()}-wallet-${days.from}-to-${days.to}.${form}`,
      );
      setCourse({ is: 'done', bytes: file.size });
    } catch (error) {
      if (controller.signal.aborted) setCourse({ is: 'idle' });
      else setCourse({ is: 'failed', words: messageOf(error) });
    }
  };
  return { course, begin, cancel: () => giveUp.current?.abort() };
}

function CourseWords({ course }: { course: Course }) {
  return (
    <div role="status" className="mt-3 text-15 empty:mt-0">
      {course.is === 'under way' &&
        text('wallet.statement.underWay', { size: sizeText(course.bytes) })}
      {course.is === 'done' && text('wallet.statement.done', { size: sizeText(course.bytes) })}
      {course.is === 'failed' && <span className="font-medium text-fail">{course.words}</span>}
    </div>
  );
}

interface StatementDialogProps {
  member: User;
  onClose: () => void;
}

/** Downloads a wallet statement of chosen days as PDF or CSV. */
export default function StatementDialog({ member, onClose }: StatementDialogProps) {
  const [now] = useState(() => new Date());
  const [period, setPeriod] = useState<PeriodChoice>('month');
  const [own, setOwn] = useState<Days>(() => daysOf('month', now));
  const [form, setForm] = useState<Form>('pdf');
  const [wrong, setWrong] = useState(false);
  const { course, begin, cancel } = useDownload();
  const days = period === 'own' ? own : daysOf(period, now);
  const busy = course.is === 'under way';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setWrong(!isPeriod(days));
    if (isPeriod(days)) void begin(form, days);
  };
  const [least, most] = [today(new Date(member.dCreatedAt)), today(now)];
  return (
    <Dialog
      title={text('wallet.statement.title')}
      intro={text('wallet.statement.intro')}
      onClose={onClose}
    >
      <form onSubmit={submit} noValidate className="grid grid-cols-2 gap-4">
        <div className="col-span-2">
          <SelectField
            label={text('wallet.statement.period')}
            value={period}
            help={
              period === 'own' || !isPeriod(days)
                ? undefined
                : text('wallet.statement.days', {
                    from: formatDay(days.from),
                    to: formatDay(days.to),
                  })
            }
            onChange={({ target }) =>
              setPeriod(periods.find((known) => known === target.value) ?? 'month')
            }
          >
            {periods.map((one) => (
              <option key={one} value={one}>
                {periodLabels[one]}
              </option>
            ))}
          </SelectField>
        </div>
        {period === 'own' && (
          <>
            <TextField
              type="date"
              label={text('orders.filter.from')}
              value={own.from}
              min={least}
              max={most}
              error={wrong ? text('wallet.statement.wrongDays') : undefined}
              onChange={({ target }) => setOwn({ ...own, from: target.value })}
            />
            <TextField
              type="date"
              label={text('orders.filter.to')}
              value={own.to}
              min={least}
              max={most}
              onChange={({ target }) => setOwn({ ...own, to: target.value })}
            />
          </>
        )}
        <div className="col-span-2">
          <SelectField
            label={text('wallet.statement.form')}
            value={form}
            onChange={({ target }) => setForm(target.value === 'csv' ? 'csv' : 'pdf')}
          >
            <option value="pdf">{text('wallet.statement.pdf')}</option>
            <option value="csv">{text('wallet.statement.csv')}</option>
          </SelectField>
        </div>
        <div className="col-span-2">
          <Button type="submit" look="primary" className="w-full" busy={busy}>
            <Download aria-hidden="true" className="size-4" />
            {text('wallet.statement.download')}
          </Button>
          {busy && (
            <Button className="mt-3 w-full" onClick={cancel}>
              {text('wallet.statement.cancel')}
            </Button>
          )}
          <CourseWords course={course} />
        </div>
      </form>
    </Dialog>
  );
}
