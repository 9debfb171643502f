/** The calls by which the back office edits pages and options. */
import * as options from '@giftlane/contract/office/options.ts';
import * as pages from '@giftlane/contract/office/pages.ts';
import { text } from '@giftlane/texts/text.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Http } from '../../platform/http/http.ts';
import { badField, Refusal } from '../../platform/http/refusal.ts';
import { operatorNaming } from '../operators/operators.ts';
import { allOptions, PageRefused, setOption, setPage } from './content.ts';
import { isOptionName, type OptionName } from './option-names.ts';
import { changesOf, findVersion, lastChanges, pageVersions, versionsOf } from './queries.ts';

/** What an option does. */
const explained = (name: OptionName) => text(`office.option.${name}`);

const wrongValue = {
  'not whole': text('office.options.notWhole'),
  'no explorer': text('office.options.noExplorer'),
  'no address': text('office.options.noAddress'),
};

function optionRoutes(http: Http, db: Db): void {
  http.route(options.listEditedOptions, async () => {
    const [all, changes] = await Promise.all([allOptions(db), lastChanges(db)]);
    const nameOf = await operatorNaming(
      db,
      changes.map(({ editor }) => editor),
    );
    const changed = new Map(changes.map((change) => [change.name, change]));
    return {
      data: all.flatMap(({ name, kind, value }) => {
        if (!isOptionName(name)) return [];
        const last = changed.get(name);
        return {
          sName: name,
          eKind: kind,
          sValue: value,
          sExplained: explained(name),
          oChanged: last
            ? { sEditor: nameOf(last.editor), dChangedAt: last.at.toISOString() }
            : null,
        };
      }),
    };
  });
  http.route(options.listChanges, async ({ params }) => {
    const changes = await changesOf(db, params.name);
    const nameOf = await operatorNaming(
      db,
      changes.map(({ editor }) => editor),
    );
    return {
      data: changes.map(({ before, value, editor, at }) => ({
        sBefore: before,
        sValue: value,
        sEditor: nameOf(editor),
        dChangedAt: at.toISOString(),
      })),
    };
  });
  http.route(options.setOptionValue, async ({ params: { name }, body }, { operator }) => {
    if (!isOptionName(name)) throw new Refusal('option.not_found');
    const by = { editor: operator.operatorId, before: body.sBefore };
    const outcome = await setOption(db, name, body.sValue, by);
    if (outcome === 'unknown') throw new Refusal('option.not_found');
    if (outcome === 'changed') throw new Refusal('option.changed');
    if (outcome !== 'set') throw badField('sValue', wrongValue[outcome]);
    return { data: null };
  });
}

function pageRoutes(http: Http, db: Db): void {
  const needPage = async (path: string) => {
    const page = (await pageVersions(db)).find((one) => one.path === `/${path}`);
    if (!page) throw new Refusal('content.page_not_found');
    return page;
  };
  const namesOf = (saved: readonly { editor: string | null }[]) =>
    operatorNaming(
      db,
      saved.map(({ editor }) => editor ?? ''),
    );
  type NameOf = Awaited<ReturnType<typeof namesOf>>;
  const savedOf = (
    { version, editor, at }: { version: number; editor: string | null; at: Date },
    nameOf: NameOf,
  ) => ({
    nVersion: version,
    sEditor: editor === null ? null : nameOf(editor),
    dSavedAt: at.toISOString(),
  });
  http.route(pages.listPages, async () => {
    const all = await pageVersions(db);
    const nameOf = await namesOf(all);
    return {
      data: all.map((page) => ({
        sPath: page.path,
        sTitle: page.title,
        ...savedOf(page, nameOf),
      })),
    };
  });
  http.route(pages.showEditedPage, async ({ params }) => {
    const page = await needPage(params.path);
    const versions = await versionsOf(db, page.path);
    const nameOf = await namesOf([page, ...versions]);
    return {
      data: {
        sPath: page.path,
        sTitle: page.title,
        sBody: page.body,
        ...savedOf(page, nameOf),
        aVersions: versions.map((one) => ({ sTitle: one.title, ...savedOf(one, nameOf) })),
      },
    };
  });
  http.route(pages.showVersion, async ({ params }) => {
    const found = await findVersion(db, `/${params.path}`, params.version);
    if (!found) throw new Refusal('content.page_not_found');
    return { data: { sTitle: found.title, sBody: found.body } };
  });
  http.route(pages.savePage, async ({ params, body }, { operator }) => {
    const { path } = await needPage(params.path);
    const { sTitle: title, sBody, nVersion: version } = body;
    const wish = { title, body: sBody, version, editor: operator.operatorId };
    try {
      await setPage(db, path, wish);
    } catch (error) {
      if (error instanceof PageRefused) throw badField('sBody', error.message);
      throw error;
    }
    return { data: null };
  });
}

/** Serves the calls. */
export function contentOfficeRoutes(http: Http, { db }: { readonly db: Db }): void {
  pageRoutes(http, db);
  optionRoutes(http, db);
}
