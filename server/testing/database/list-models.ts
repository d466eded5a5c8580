import mongoose, { type Connection, type Model, type SchemaType } from 'mongoose';

/** Modules of a feature, by their paths. */
export type Modules = Readonly<Record<string, Record<string, unknown>>>;

/** Returns the fields and the indexes of all models that modules make, a line for each, by collection. */
export function listModels(modules: Modules): string {
  const makers = Object.values(modules).flatMap((exported) =>
    Object.entries(exported).filter(([name]) => /^create\w*Model$/.test(name)),
  );
  const connection = mongoose.createConnection();
  const models = makers.map(([, make]) => (make as (on: Connection) => Model<unknown>)(connection));
  const listed = models.map((model) => [`${model.collection.name}:`, ...linesOf(model)].join('\n'));
  return `${[...new Set(listed)].sort().join('\n')}\n`;
}

function linesOf({ schema }: Model<unknown>): string[] {
  const lines: string[] = [];
  schema.eachPath((name, type) => lines.push(`  ${name} ${fieldOf(type)}`));
  const indexes = schema.indexes().map(([fields, options]) => `  index ${text(fields)} ${text(options)}`);
  return [...lines, ...indexes];
}

function fieldOf(type: SchemaType): string {
  const { required, default: initial, enum: choices } = type.options as Record<string, unknown>;
  const fields: string[] = [];
  type.schema?.eachPath((name, field) => fields.push(`${name} ${fieldOf(field)}`));
  const own = Object.entries({ required, default: initial, enum: choices })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}=${text(value)}`);
  const inner = fields.length === 0 ? '' : ` {${fields.join(', ')}}`;
  const { embeddedSchemaType: item } = type as { embeddedSchemaType?: SchemaType };
  const ofItem = item === undefined || item.schema !== undefined ? '' : ` of ${fieldOf(item)}`;
  return `${type.instance}${own.join('')}${inner}${ofItem}`;
}

const text = (value: unknown) => (typeof value === 'function' ? value.name : JSON.stringify(value));
