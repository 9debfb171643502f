import { register } from '@giftlane/contract/members/accounts.ts';
import { startCollector } from '@giftlane/sandbox/traces/collector.ts';
import { expect, onTestFinished, test } from 'vitest';
import { startOtel } from '../platform/process/otel.ts';
import { stopTracing } from '../platform/process/tracing.ts';
import { startShop } from '../testing/start-shop.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const browser = '00f067aa0ba902b7';

test('one trace leads from the browser by the server and the job it caused to the provider, and names nobody', async () => {
  const collector = await startCollector();
  onTestFinished(collector.close);
  startOtel({ url: collector.url, share: 1, role: 'server' });
  onTestFinished(stopTracing);
  const shop = await startShop();
  const [email, password] = ['olga.trace@example.com', 'Pale-Harbour-71!'];
  const person = { sFirstName: 'Olgatraced', sLastName: 'Tracemann', sEmail: email };
  const reply = await shop.call(register, {
    body: {
      ...person,
      oCountry: { value: 'US', label: 'United States' },
      eCurrency: 'usd',
      sPassword: password,
    },
    headers: { traceparent: `00-${traceId}-${browser}-00` },
  });
  expect(reply.body).toMatchObject({ status: 200 });
  await expect.poll(() => shop.sandbox.mails().length).toBeGreaterThan(0);
  await shop.worker?.stop();
  await stopTracing();

  const spans = collector.spans().filter((span) => span.traceId === traceId);
  const named = (words: RegExp) => spans.find(({ name }) => words.test(name));
  const parents = [/^POST .*registration$/, /^transaction$/, /^job /, /^smtp send$/].map(
    (words) => [named(words)?.spanId, named(words)?.parentSpanId],
  );
  const [server, transaction, job, mail] = parents;
  expect(server?.[1]).toBe(browser);
  expect(transaction?.[1]).toBe(server?.[0]);
  expect(mail?.[1]).toBe(job?.[0] ?? 'no job');
  // What enqueued it is in the trace, too.
  expect(spans.map(({ spanId }) => spanId)).toContain(job?.[1]);

  const sent = collector.bodies.join('\n');
  const told = [email, 'example.com', password, ...Object.values(person)];
  for (const secret of told) expect(sent).not.toContain(secret);
  expect(sent).not.toMatch(/\b(select|insert|update)\b|@|Bearer|ey[A-Z]/i);
});
