/** A page as Markdown, beside it as the shop shows it, below it its versions. */
import { type Answer, send } from '@giftlane/client/api.ts';
import { isRefusal } from '@giftlane/client/api-error.ts';
import { Form, useContractForm } from '@giftlane/client/form/form.tsx';
import { Loaded } from '@giftlane/client/loaded.tsx';
import { apiQuery } from '@giftlane/client/queries.ts';
import { queryClient } from '@giftlane/client/query-client.ts';
import { savePage } from '@giftlane/contract/office/pages.ts';
import { formatMoment } from '@giftlane/texts/dates.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { TextArea, TextField } from '@giftlane/ui/form/field.tsx';
import { Notice } from '@giftlane/ui/layout/notice.tsx';
import { Page } from '@giftlane/ui/layout/page.tsx';
import { Skeleton } from '@giftlane/ui/layout/skeleton.tsx';
import { toast } from '@giftlane/ui/toasts/toast-queue.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { BackLink } from '../../parts/back-link.tsx';
import { Preview } from '../../parts/preview.tsx';
import { readAnew } from '../../read-anew.ts';
import { editorOf } from './editor.ts';
import { Versions } from './versions.tsx';

type Edited = Answer<'GET /office/pages/{path}'>['data'];

/** What somebody else saved meanwhile, and how to go on. */
function Theirs({ page, onKeep }: { page: Edited; onKeep: () => void }) {
  const facts = { name: editorOf(page), at: formatMoment(page.dSavedAt) };
  return (
    <Notice tone="attention" title={text('office.pages.theirs', facts)}>
      <p className="mb-3">{text('office.pages.theirs.hint')}</p>
      <Button size="small" onClick={onKeep}>
        {text('office.pages.keepMine')}
      </Button>
    </Notice>
  );
}

/** The text of an earlier version, in place of the preview. */
function Earlier({
  path,
  version,
  onTake,
  onBack,
}: {
  path: string;
  version: number;
  onTake: (text: { sTitle: string; sBody: string }) => void;
  onBack: () => void;
}) {
  const query = useQuery(
    apiQuery('GET /office/pages/{path}/versions/{version}', { params: { path, version } }),
  );
  return (
    <Loaded query={query} waiting={<Skeleton className="h-96" />} inside>
      {(found) => (
        <Preview
          label={text('office.pages.version', { version })}
          title={found.sTitle}
          markdown={found.sBody}
        >
          <div className="mb-3 flex gap-3">
            <Button size="small" onClick={() => onTake(found)}>
              {text('office.pages.take')}
            </Button>
            <Button size="small" look="quiet" onClick={onBack}>
              {text('office.pages.back')}
            </Button>
          </div>
        </Preview>
      )}
    </Loaded>
  );
}

function Editor({ path, page }: { path: string; page: Edited }) {
  const [version, setVersion] = useState<number>();
  // The version the text began with; another one since then was saved by somebody else.
  const [base, setBase] = useState(page.nVersion);
  const known = apiQuery('GET /office/pages/{path}', { params: { path } });
  const begin = { sTitle: page.sTitle, sBody: page.sBody, nVersion: page.nVersion };
  const state = useContractForm(savePage.body, begin, async (values) => {
    const body = { ...values, nVersion: base };
    try {
      await send('PUT /office/pages/{path}', { params: { path }, body });
    } catch (error) {
      if (isRefusal(error, 'page.changed')) {
        const { nVersion } = await queryClient.fetchQuery({ ...known, staleTime: 0 });
        setVersion(nVersion);
      }
      throw error;
    }
    const saved = await queryClient.fetchQuery({ ...known, staleTime: 0 });
    setBase(saved.nVersion);
    await readAnew('GET /office/pages');
    toast.success(text('office.pages.isSaved'));
  });
  const { form } = state;
  const [sTitle, sBody] = form.watch(['sTitle', 'sBody']);
  const take = (taken: { sTitle: string; sBody: string }) => {
    form.setValue('sTitle', taken.sTitle);
    form.setValue('sBody', taken.sBody);
    setVersion(undefined);
  };
  return (
    <>
      <div className="grid items-start gap-6 md:grid-cols-2">
        <div className="min-w-0 space-y-5">
          {page.nVersion !== base && (
            <Theirs
              page={page}
              onKeep={() => {
                setBase(page.nVersion);
                setVersion(undefined);
              }}
            />
          )}
          <Form state={state} action={text('office.pages.save')}>
            <TextField {...state.field('sTitle')} label={text('office.pages.title')} dir="auto" />
            <TextArea
              {...state.field('sBody')}
              label={text('office.pages.text')}
              help={text('office.pages.text.help')}
              rows={24}
              dir="auto"
              spellCheck
            />
          </Form>
        </div>
        {version === undefined ? (
          <Preview label={text('office.pages.preview')} title={sTitle} markdown={sBody} />
        ) : (
          <Earlier
            path={path}
            version={version}
            onTake={take}
            onBack={() => setVersion(undefined)}
          />
        )}
      </div>
      <Versions versions={page.aVersions} shown={version} onShow={setVersion} />
    </>
  );
}

/** Edits a page. */
export function EditPage() {
  const { path = '' } = useParams();
  const query = useQuery(apiQuery('GET /office/pages/{path}', { params: { path } }));
  return (
    <Page
      title={query.data?.sTitle ?? text('office.nav.pages')}
      back={<BackLink to="/pages">{text('office.nav.pages')}</BackLink>}
    >
      <Loaded query={query} waiting={<Skeleton className="h-96" />}>
        {(page) => <Editor key={path} path={path} page={page} />}
      </Loaded>
    </Page>
  );
}
