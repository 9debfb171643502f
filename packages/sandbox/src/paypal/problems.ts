/** PayPal's error bodies ("Orders v2 errors", "Payments v2 errors", "API responses"). */
import { randomBytes } from 'node:crypto';

export interface Detail {
  readonly issue: string;
  readonly description: string;
  readonly field?: string;
  readonly value?: string;
  readonly location?: 'body' | 'path' | 'header';
}

/** An answer that is an error: `status` and the body PayPal would send. */
export class Problem extends Error {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;

  constructor(status: number, body: Readonly<Record<string, unknown>>) {
    super(String(body.name ?? body.error));
    this.name = 'Problem';
    this.status = status;
    this.body = body;
  }
}

/** `debug_id` as PayPal makes them: thirteen hexadecimal digits. */
const debugId = () => randomBytes(7).toString('hex').slice(0, 13);

const errorPage = 'https://developer.paypal.com/api/rest/reference/orders/v2/errors/';

function problem(status: number, name: string, message: string, details?: Detail[]): Problem {
  const issue = details?.[0]?.issue;
  return new Problem(status, {
    name,
    ...(details && { details }),
    message,
    debug_id: debugId(),
    links: [
      {
        href: issue === undefined ? errorPage : `${errorPage}#${issue}`,
        rel: 'information_link',
        method: 'GET',
      },
    ],
  });
}

/** 422: understood, but not possible. */
export const unprocessable = (
  issue: string,
  description: string,
  rest: Partial<Detail> = {},
): Problem =>
  problem(
    422,
    'UNPROCESSABLE_ENTITY',
    'The requested action could not be performed, semantically incorrect, or failed business validation.',
    [{ ...rest, issue, description }],
  );

/** 400: not of the form the document asks for. */
export const malformed = (field: string, issue: string, description: string): Problem =>
  problem(
    400,
    'INVALID_REQUEST',
    'Request is not well-formed, syntactically incorrect, or violates schema.',
    [{ field, location: 'body', issue, description }],
  );

export const notFound = (): Problem =>
  problem(404, 'RESOURCE_NOT_FOUND', 'The specified resource does not exist.', [
    {
      issue: 'INVALID_RESOURCE_ID',
      description:
        'Specified resource ID does not exist. Please check the resource ID and try again.',
    },
  ]);

export const serverError = (): Problem =>
  problem(500, 'INTERNAL_SERVER_ERROR', 'An internal server error has occurred.');

export const tooManyRequests = (): Problem =>
  problem(429, 'RATE_LIMIT_REACHED', 'Too many requests. Blocked due to rate limiting.');

export const inProgress = (): Problem =>
  problem(409, 'RESOURCE_CONFLICT', 'The server has detected a conflict.', [
    {
      issue: 'PREVIOUS_REQUEST_IN_PROGRESS',
      description:
        'A previous request on this resource is currently in progress. Please wait for some time and try again.',
    },
  ]);

export const noBearer = (): Problem =>
  problem(
    401,
    'AUTHENTICATION_FAILURE',
    'Authentication failed due to invalid authentication credentials or a missing Authorization header.',
  );

export const badBearer = (): Problem =>
  new Problem(401, {
    error: 'invalid_token',
    error_description: 'Token signature verification failed',
  });

export const badClient = (): Problem =>
  new Problem(401, {
    error: 'invalid_client',
    error_description: 'Client Authentication failed',
  });

export const badGrant = (): Problem =>
  new Problem(400, {
    error: 'unsupported_grant_type',
    error_description: 'Grant Type is NULL or not supported',
  });
