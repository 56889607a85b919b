import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { describeApi } from "@/lib/operation/openapi";
import { routes } from "@/lib/server/routes.gen";

type Content = Record<string, { schema: { required?: string[] } }>;
type Described = { requestBody?: { content: Content }; responses: Record<string, { content?: Content }> };
export type Paths = Readonly<Record<string, Readonly<Record<string, Described>>>>;
type Document = { paths: Paths };

type Replied = { method: string; path: string; status: number; type: string; body: unknown };

/** Validates replies against the schema of their route in GET /api/openapi.json. */
export class SchemaCheck {
  private readonly ajv = new Ajv2020({ strict: false, validateFormats: false });
  private readonly validators = new Map<object, ValidateFunction>();
  private readonly paths: { pattern: RegExp; names: number; methods: Readonly<Record<string, Described>> }[];

  constructor(readonly document: Document = JSON.parse(JSON.stringify(describeApi("test", routes)))) {
    this.paths = Object.entries(document.paths)
      .map(([path, methods]) => ({
        pattern: new RegExp(`^${path.replace(/[.]/g, "\\.").replace(/\{\w+\}/g, "[^/]+")}$`),
        names: path.split("{").length,
        methods,
      }))
      .sort((one, other) => one.names - other.names);
  }

  /** The error in a successful JSON reply; null if it is valid. */
  problemWith({ method, path, status, type, body }: Replied): string | null {
    const bare = path.split("?", 1)[0]?.replace(/(.)\/$/, "$1") ?? path;
    const found = this.paths.find(({ pattern }) => pattern.test(bare));
    const described = found?.methods[method.toLowerCase()];
    if (!described) return `${method} ${bare} is not documented`;
    const response = described.responses[status];
    if (!response) return `${method} ${bare}: status ${status} is not documented`;
    const schema = response.content?.[type]?.schema;
    if (!schema) return body === null ? null : `${method} ${bare}: a body that is not documented`;
    const validate = this.validatorOf(schema);
    return validate(body) ? null : `${method} ${bare}: ${this.ajv.errorsText(validate.errors)}`;
  }

  private validatorOf(schema: object): ValidateFunction {
    const known = this.validators.get(schema) ?? this.ajv.compile(schema);
    this.validators.set(schema, known);
    return known;
  }
}
