import { listReceivedFiles } from '../envelope/files/file.ts';
import { listVariables, mergeVariables, type ListedVariable, type Variable } from '../variables/variable.ts';
import type { TemplateGraph } from './template.ts';

/** Returns the variables of a template's Word files. Every envelope from the template fills them in. */
export function getTemplateVariables({ files }: Pick<TemplateGraph, 'files'>): readonly Variable[] {
  return mergeVariables(listReceivedFiles(files).flatMap(({ content }) => content.variables));
}

/** Lists a template's variables, each with the path of its value. */
export function listTemplateVariables(graph: Pick<TemplateGraph, 'files'>): ListedVariable[] {
  return listVariables(getTemplateVariables(graph));
}
