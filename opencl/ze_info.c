/* .ze_info: the YAML text of a zebin that describes its kernels. It is read with libyaml. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include "opencl/read_impl.h"

enum { TEXT_MAX = 16 << 20, KERNELS_MAX = 1024, ENTRIES_MAX = 65536 };

struct info {
    const struct cl_reader *r;
    yaml_document_t doc;
    struct cl_kernel *k; /* the kernel that is being read */
};

static const char *scalar_text(const yaml_node_t *node)
{
    return node && node->type == YAML_SCALAR_NODE ? (const char *)node->data.scalar.value : NULL;
}

static const yaml_node_t *at_key(struct info *in, const yaml_node_t *map, const char *key)
{
    if (!map || map->type != YAML_MAPPING_NODE)
        return NULL;
    for (const yaml_node_pair_t *p = map->data.mapping.pairs.start; p < map->data.mapping.pairs.top;
         p++) {
        const char *name = scalar_text(yaml_document_get_node(&in->doc, p->key));
        if (name && !strcmp(name, key))
            return yaml_document_get_node(&in->doc, p->value);
    }
    return NULL;
}

static const char *text_at(struct info *in, const yaml_node_t *map, const char *key)
{
    const char *text = scalar_text(at_key(in, map, key));
    return text ? text : "";
}

/* A number of at most 2^31 - 1, or @none if the key is missing. Anything else is an error, which is
 * reported once; it sets @err. */
static int64_t number_at(struct info *in, const yaml_node_t *map, const char *key, int64_t none,
                         int *err)
{
    const yaml_node_t *node = at_key(in, map, key);
    const char *text = scalar_text(node);
    char *end = NULL;
    if (!node)
        return none;
    long long v = text && *text ? strtoll(text, &end, 0) : -1;
    if (end && !*end && v >= 0 && v <= INT32_MAX)
        return v;
    if (!*err)
        *err = cl_bad(in->r, ".ze_info: kernel %s: %s is no number from 0 to %d",
                      in->k ? in->k->name : "?", key, INT32_MAX);
    return none;
}

static uint32_t u32_at(struct info *in, const yaml_node_t *map, const char *key, int *err)
{
    return (uint32_t)number_at(in, map, key, 0, err);
}

/* Calls @read for each item of the list @key of @map. */
static int for_each_item(struct info *in, const yaml_node_t *map, const char *key,
                         int (*read)(struct info *in, const yaml_node_t *item))
{
    const yaml_node_t *list = at_key(in, map, key);
    int err = 0;
    if (!list || list->type != YAML_SEQUENCE_NODE)
        return 0;
    for (const yaml_node_item_t *i = list->data.sequence.items.start;
         i < list->data.sequence.items.top && !err; i++)
        err = read(in, yaml_document_get_node(&in->doc, *i));
    return err;
}

/* Finds the argument whose number @key of @item gives; NULL: none. */
static int arg_at(struct info *in, const yaml_node_t *item, const char *key, struct cl_arg **arg,
                  int64_t *index)
{
    int err = 0;
    *index = number_at(in, item, key, -1, &err);
    *arg = *index < 0 ? NULL : cl_arg_at(in->k, (uint64_t)*index);
    if (!err && *index >= 0 && !*arg)
        err = cl_bad(in->r, ".ze_info: kernel %s: argument %" PRId64 " is too many", in->k->name,
                     *index);
    return err;
}

static enum cl_access access_of(const char *text)
{
    return !strcmp(text, "readonly")    ? CL_READ
           : !strcmp(text, "writeonly") ? CL_WRITE
                                        : CL_READ_WRITE;
}

static int read_sampler_index(struct info *in, const yaml_node_t *item, int *index)
{
    int err = 0;
    int64_t v = number_at(in, item, "sampler_index", 0, &err);
    if (!err && v >= EU_SAMPLER_COUNT)
        err = cl_bad(in->r, ".ze_info: kernel %s: sampler %" PRId64 " is too many", in->k->name, v);
    if (err)
        return err;
    *index = (int)v;
    in->k->nsamplers = in->k->nsamplers > v ? in->k->nsamplers : (unsigned)v + 1;
    return 0;
}

/* Reads a sampler that the source declares. */
static int read_inline_sampler(struct info *in, const yaml_node_t *item)
{
    static const struct {
        const char *name;
        uint8_t wrap;
    } modes[] = {{"repeat", EU_WRAP_WRAP},
                 {"mirror", EU_WRAP_MIRROR},
                 {"clamp_edge", EU_WRAP_CLAMP},
                 {"clamp_border", EU_WRAP_BORDER},
                 {"none", EU_WRAP_BORDER}};
    const char *mode = text_at(in, item, "addrmode");
    bool linear = !strcmp(text_at(in, item, "filtermode"), "linear");
    struct eu_sampler s = {.present = true, .mag = linear, .min = linear, .max_lod = EU_LOD_MAX};
    int index, err = read_sampler_index(in, item, &index);
    if (err)
        return err;
    s.texels = strcmp(text_at(in, item, "normalized"), "true") != 0;
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++)
        if (!strcmp(mode, modes[i].name))
            s.wrap[0] = s.wrap[1] = s.wrap[2] = modes[i].wrap;
    eu_sampler_encode(&s, 0, in->k->samplers[index]);
    return 0;
}

/* Sets properties of an argument from an entry about it. */
static int describe_arg(struct info *in, const yaml_node_t *item, const struct cl_entry *e,
                        struct cl_arg *arg)
{
    const char *space = text_at(in, item, "addrspace"), *mode = text_at(in, item, "addrmode");
    int err = 0;
    if (e->value == CL_VALUE_ARG_BYVALUE)
        arg->kind = CL_ARG_VALUE;
    if (e->value != CL_VALUE_ARG_BYPOINTER)
        return 0;
    arg->kind = !strcmp(space, "local") || !strcmp(mode, "slm") ? CL_ARG_LOCAL
                : !strcmp(space, "image")                       ? CL_ARG_IMAGE
                : !strcmp(space, "sampler")                     ? CL_ARG_SAMPLER
                                                                : CL_ARG_BUFFER;
    arg->access = access_of(text_at(in, item, "access_type"));
    arg->stateless |= !strcmp(mode, "stateless");
    arg->align = u32_at(in, item, "slm_alignment", &err);
    if (arg->kind == CL_ARG_SAMPLER)
        return read_sampler_index(in, item, &arg->sampler);
    return err;
}

static int read_payload(struct info *in, const yaml_node_t *item)
{
    const char *type = text_at(in, item, "arg_type");
    struct cl_arg *arg;
    int64_t index;
    int err = arg_at(in, item, "arg_index", &arg, &index);
    if (err)
        return err;
    if (in->k->nentries >= ENTRIES_MAX)
        return cl_bad(in->r, ".ze_info: kernel %s: too many payload arguments", in->k->name);
    struct cl_entry *e = cl_add_entry(in->k, cl_value_find(type, 0), (int)index);
    if (!e || (e->value == CL_VALUE_OTHER && !(e->name = cl_text(type, strnlen(type, 64)))))
        return -EU_ERR_NOMEM;
    e->offset = u32_at(in, item, "offset", &err);
    e->size = u32_at(in, item, "size", &err);
    e->source = u32_at(in, item, "source_offset", &err);
    return err || !arg ? err : describe_arg(in, item, e, arg);
}

static int read_per_thread(struct info *in, const yaml_node_t *item)
{
    int err = 0;
    const char *type = text_at(in, item, "arg_type");
    if (strcmp(type, "local_id"))
        return cl_bad(in->r, ".ze_info: kernel %s: per-thread data '%.40s' is not known",
                      in->k->name, type);
    in->k->local_ids = u32_at(in, item, "size", &err);
    return err;
}

static int read_bti(struct info *in, const yaml_node_t *item)
{
    struct cl_arg *arg;
    int64_t index;
    int err = arg_at(in, item, "arg_index", &arg, &index);
    int64_t bti = number_at(in, item, "bti_value", -1, &err);
    if (arg && !err)
        arg->bti = bti <= 255 ? (int)bti : -1;
    return err;
}

static int read_memory(struct info *in, const yaml_node_t *item)
{
    const char *usage = text_at(in, item, "usage");
    int err = 0;
    uint32_t size = u32_at(in, item, "size", &err);
    if (!strcmp(text_at(in, item, "type"), "scratch"))
        in->k->scratch = size;
    else if (!strcmp(usage, "private_space")) {
        in->k->private_bytes = size;
        in->k->private_per_item = !strcmp(text_at(in, item, "is_simt_thread"), "true");
    } else if (!err)
        err = cl_bad(in->r, ".ze_info: kernel %s: memory for '%.40s' is not known", in->k->name,
                     usage);
    return err;
}

static int read_environment(struct info *in, const yaml_node_t *map)
{
    struct cl_kernel *k = in->k;
    const yaml_node_t *local = at_key(in, map, "required_work_group_size");
    int err = 0;
    k->simd = u32_at(in, map, "simd_size", &err);
    k->registers = u32_at(in, map, "grf_count", &err);
    k->slm = u32_at(in, map, "slm_size", &err);
    k->barriers = u32_at(in, map, "barrier_count", &err);
    if (!local || local->type != YAML_SEQUENCE_NODE ||
        local->data.sequence.items.top - local->data.sequence.items.start != 3)
        return err;
    for (unsigned i = 0; i < 3; i++) {
        const char *text =
            scalar_text(yaml_document_get_node(&in->doc, local->data.sequence.items.start[i]));
        k->required_local[i] = text ? (uint32_t)strtoul(text, NULL, 0) : 0;
    }
    return err;
}

static int read_kernel(struct info *in, const yaml_node_t *item)
{
    const char *name = text_at(in, item, "name");
    if (!*name)
        return cl_bad(in->r, ".ze_info: a kernel has no name");
    if (cl_is_stub(name))
        return 0;
    char *clean = cl_text(name, strnlen(name, 1024));
    bool twice = clean && cl_kernel_find(in->r->file, clean);
    in->k =
        clean && !twice && in->r->file->nkernels < KERNELS_MAX ? cl_add_kernel(in->r->file) : NULL;
    if (!in->k) {
        int err = !clean  ? -EU_ERR_NOMEM
                  : twice ? cl_bad(in->r, ".ze_info: kernel %s is there twice", clean)
                          : cl_bad(in->r, ".ze_info: more than %d kernels", KERNELS_MAX);
        free(clean);
        return err;
    }
    in->k->name = clean;
    int err = read_environment(in, at_key(in, item, "execution_env"));
    if (!err)
        err = for_each_item(in, item, "payload_arguments", read_payload);
    if (!err)
        err = for_each_item(in, item, "per_thread_payload_arguments", read_per_thread);
    if (!err)
        err = for_each_item(in, item, "binding_table_indices", read_bti);
    if (!err)
        err = for_each_item(in, item, "inline_samplers", read_inline_sampler);
    return err ? err : for_each_item(in, item, "per_thread_memory_buffers", read_memory);
}

static int read_names(struct info *in, const yaml_node_t *item)
{
    const char *name = text_at(in, item, "name"), *type = text_at(in, item, "type_name"),
               *space = text_at(in, item, "address_qualifier");
    struct cl_arg *arg;
    int64_t index;
    int err = arg_at(in, item, "index", &arg, &index);
    if (err || !arg)
        return err;
    return cl_set_text(&arg->name, name, strnlen(name, 256)) &&
                   cl_set_type(arg, type, strlen(type)) &&
                   cl_set_text(&arg->space, space, strnlen(space, 64))
               ? 0
               : -EU_ERR_NOMEM;
}

static int read_misc(struct info *in, const yaml_node_t *item)
{
    in->k = cl_kernel_find(in->r->file, text_at(in, item, "name"));
    return in->k ? for_each_item(in, item, "args_info", read_names) : 0;
}

static int read_document(struct info *in)
{
    const yaml_node_t *root = yaml_document_get_root_node(&in->doc);
    if (!root || root->type != YAML_MAPPING_NODE)
        return cl_bad(in->r, ".ze_info: damaged: no mapping");
    int err = for_each_item(in, root, "kernels", read_kernel);
    return err ? err : for_each_item(in, root, "kernels_misc_info", read_misc);
}

int cl_read_info(const struct cl_reader *r, struct cl_bytes text)
{
    yaml_parser_t parser;
    struct info in = {.r = r};
    if (text.n > TEXT_MAX)
        return cl_bad(r, ".ze_info is too large");
    if (!yaml_parser_initialize(&parser))
        return -EU_ERR_NOMEM;
    yaml_parser_set_input_string(&parser, text.p, strnlen((const char *)text.p, text.n));
    int err;
    if (yaml_parser_load(&parser, &in.doc)) {
        err = read_document(&in);
        yaml_document_delete(&in.doc);
    } else {
        err = parser.error == YAML_MEMORY_ERROR
                  ? -EU_ERR_NOMEM
                  : cl_bad(r, ".ze_info: line %zu: %s", parser.problem_mark.line + 1,
                           parser.problem ? parser.problem : "no YAML");
    }
    yaml_parser_delete(&parser);
    return err;
}
