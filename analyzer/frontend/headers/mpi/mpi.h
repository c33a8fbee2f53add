// A stand-in for MPI's header, for machines that have none: the calls that CUDA programs make most. Values are not
// those of any implementation.
#pragma once
#pragma clang system_header

typedef struct cudep_mpi_communicator* MPI_Comm;
typedef struct cudep_mpi_datatype* MPI_Datatype;
typedef struct cudep_mpi_operation* MPI_Op;
typedef struct cudep_mpi_request* MPI_Request;
typedef struct cudep_mpi_window* MPI_Win;
typedef struct cudep_mpi_info* MPI_Info;
typedef struct cudep_mpi_group* MPI_Group;
typedef struct cudep_mpi_file* MPI_File;
typedef struct cudep_mpi_error_handler* MPI_Errhandler;
typedef long MPI_Aint;
typedef long long MPI_Offset;
struct MPI_Status {
  int MPI_SOURCE, MPI_TAG, MPI_ERROR;
};
typedef int MPI_Fint;

#define MPI_SUCCESS 0
#define MPI_ANY_SOURCE (-1)
#define MPI_ANY_TAG (-2)
#define MPI_PROC_NULL (-3)
#define MPI_UNDEFINED (-4)
#define MPI_MAX_PROCESSOR_NAME 256
#define MPI_MAX_ERROR_STRING 512
#define MPI_COMM_TYPE_SHARED 1
#define MPI_IN_PLACE ((void*)1)
#define MPI_STATUS_IGNORE ((MPI_Status*)0)
#define MPI_STATUSES_IGNORE ((MPI_Status*)0)
#define MPI_REQUEST_NULL ((MPI_Request)0)
#define MPI_INFO_NULL ((MPI_Info)0)
#define MPI_COMM_NULL ((MPI_Comm)0)
#define MPI_DATATYPE_NULL ((MPI_Datatype)0)
enum { MPI_THREAD_SINGLE, MPI_THREAD_FUNNELED, MPI_THREAD_SERIALIZED, MPI_THREAD_MULTIPLE };

extern "C" {
extern MPI_Comm MPI_COMM_WORLD, MPI_COMM_SELF;
extern MPI_Datatype MPI_CHAR, MPI_SIGNED_CHAR, MPI_UNSIGNED_CHAR, MPI_BYTE, MPI_SHORT, MPI_UNSIGNED_SHORT, MPI_INT,
    MPI_UNSIGNED, MPI_LONG, MPI_UNSIGNED_LONG, MPI_LONG_LONG, MPI_LONG_LONG_INT, MPI_UNSIGNED_LONG_LONG, MPI_FLOAT,
    MPI_DOUBLE, MPI_C_BOOL, MPI_CXX_BOOL, MPI_INT8_T, MPI_INT16_T, MPI_INT32_T, MPI_INT64_T, MPI_UINT8_T, MPI_UINT16_T,
    MPI_UINT32_T, MPI_UINT64_T, MPI_DOUBLE_INT, MPI_2INT;
extern MPI_Op MPI_SUM, MPI_MAX, MPI_MIN, MPI_PROD, MPI_LAND, MPI_LOR, MPI_BAND, MPI_BOR, MPI_MAXLOC, MPI_MINLOC;
extern MPI_Errhandler MPI_ERRORS_RETURN, MPI_ERRORS_ARE_FATAL;

// Start and end
int MPI_Init(int* count, char*** words);
int MPI_Init_thread(int* count, char*** words, int required, int* provided);
int MPI_Initialized(int* flag);
int MPI_Finalized(int* flag);
int MPI_Finalize();
int MPI_Abort(MPI_Comm communicator, int code);
int MPI_Error_string(int code, char* text, int* length);
int MPI_Get_processor_name(char* name, int* length);
double MPI_Wtime();
double MPI_Wtick();

// Communicators
int MPI_Comm_rank(MPI_Comm communicator, int* rank);
int MPI_Comm_size(MPI_Comm communicator, int* size);
int MPI_Comm_split(MPI_Comm communicator, int color, int key, MPI_Comm* result);
int MPI_Comm_split_type(MPI_Comm communicator, int type, int key, MPI_Info hints, MPI_Comm* result);
int MPI_Comm_dup(MPI_Comm communicator, MPI_Comm* result);
int MPI_Comm_free(MPI_Comm* communicator);
int MPI_Comm_set_errhandler(MPI_Comm communicator, MPI_Errhandler handler);
int MPI_Cart_create(MPI_Comm communicator, int dimensions, const int* sizes, const int* periods, int reorder,
                    MPI_Comm* result);
int MPI_Cart_coords(MPI_Comm communicator, int rank, int dimensions, int* coordinates);
int MPI_Cart_shift(MPI_Comm communicator, int direction, int distance, int* source, int* destination);
int MPI_Dims_create(int nodes, int dimensions, int* sizes);

// Point to point
int MPI_Send(const void* data, int count, MPI_Datatype type, int to, int tag, MPI_Comm communicator);
int MPI_Recv(void* data, int count, MPI_Datatype type, int from, int tag, MPI_Comm communicator, MPI_Status* status);
int MPI_Isend(const void* data, int count, MPI_Datatype type, int to, int tag, MPI_Comm communicator,
              MPI_Request* request);
int MPI_Irecv(void* data, int count, MPI_Datatype type, int from, int tag, MPI_Comm communicator, MPI_Request* request);
int MPI_Sendrecv(const void* sent, int sent_count, MPI_Datatype sent_type, int to, int sent_tag, void* received,
                 int received_count, MPI_Datatype received_type, int from, int received_tag, MPI_Comm communicator,
                 MPI_Status* status);
int MPI_Wait(MPI_Request* request, MPI_Status* status);
int MPI_Waitall(int count, MPI_Request* requests, MPI_Status* statuses);
int MPI_Waitany(int count, MPI_Request* requests, int* index, MPI_Status* status);
int MPI_Test(MPI_Request* request, int* flag, MPI_Status* status);
int MPI_Testall(int count, MPI_Request* requests, int* flag, MPI_Status* statuses);
int MPI_Probe(int from, int tag, MPI_Comm communicator, MPI_Status* status);
int MPI_Iprobe(int from, int tag, MPI_Comm communicator, int* flag, MPI_Status* status);
int MPI_Get_count(const MPI_Status* status, MPI_Datatype type, int* count);
int MPI_Cancel(MPI_Request* request);
int MPI_Request_free(MPI_Request* request);

// Collective
int MPI_Barrier(MPI_Comm communicator);
int MPI_Bcast(void* data, int count, MPI_Datatype type, int root, MPI_Comm communicator);
int MPI_Reduce(const void* sent, void* received, int count, MPI_Datatype type, MPI_Op operation, int root,
               MPI_Comm communicator);
int MPI_Allreduce(const void* sent, void* received, int count, MPI_Datatype type, MPI_Op operation,
                  MPI_Comm communicator);
int MPI_Iallreduce(const void* sent, void* received, int count, MPI_Datatype type, MPI_Op operation,
                   MPI_Comm communicator, MPI_Request* request);
int MPI_Scan(const void* sent, void* received, int count, MPI_Datatype type, MPI_Op operation, MPI_Comm communicator);
int MPI_Gather(const void* sent, int sent_count, MPI_Datatype sent_type, void* received, int received_count,
               MPI_Datatype received_type, int root, MPI_Comm communicator);
int MPI_Gatherv(const void* sent, int sent_count, MPI_Datatype sent_type, void* received, const int* counts,
                const int* places, MPI_Datatype received_type, int root, MPI_Comm communicator);
int MPI_Scatter(const void* sent, int sent_count, MPI_Datatype sent_type, void* received, int received_count,
                MPI_Datatype received_type, int root, MPI_Comm communicator);
int MPI_Scatterv(const void* sent, const int* counts, const int* places, MPI_Datatype sent_type, void* received,
                 int received_count, MPI_Datatype received_type, int root, MPI_Comm communicator);
int MPI_Allgather(const void* sent, int sent_count, MPI_Datatype sent_type, void* received, int received_count,
                  MPI_Datatype received_type, MPI_Comm communicator);
int MPI_Allgatherv(const void* sent, int sent_count, MPI_Datatype sent_type, void* received, const int* counts,
                   const int* places, MPI_Datatype received_type, MPI_Comm communicator);
int MPI_Alltoall(const void* sent, int sent_count, MPI_Datatype sent_type, void* received, int received_count,
                 MPI_Datatype received_type, MPI_Comm communicator);
int MPI_Alltoallv(const void* sent, const int* sent_counts, const int* sent_places, MPI_Datatype sent_type,
                  void* received, const int* counts, const int* places, MPI_Datatype received_type,
                  MPI_Comm communicator);

// Types
int MPI_Type_contiguous(int count, MPI_Datatype type, MPI_Datatype* result);
int MPI_Type_vector(int count, int length, int stride, MPI_Datatype type, MPI_Datatype* result);
int MPI_Type_commit(MPI_Datatype* type);
int MPI_Type_free(MPI_Datatype* type);
int MPI_Type_size(MPI_Datatype type, int* bytes);
}  // extern "C"
