# ParMETIS and METIS as the imported target ParMETIS::ParMETIS.
# Linked directly and before PETSc: PETSc's PT-Scotch exports functions of the same names.
find_path(ParMETIS_INCLUDE_DIR parmetis.h)
find_library(ParMETIS_LIBRARY parmetis)
find_library(METIS_LIBRARY metis)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(ParMETIS DEFAULT_MSG ParMETIS_LIBRARY METIS_LIBRARY ParMETIS_INCLUDE_DIR)
if(ParMETIS_FOUND AND NOT TARGET ParMETIS::ParMETIS)
  add_library(ParMETIS::ParMETIS INTERFACE IMPORTED)
  set_target_properties(ParMETIS::ParMETIS PROPERTIES
    INTERFACE_INCLUDE_DIRECTORIES "${ParMETIS_INCLUDE_DIR}"
    INTERFACE_LINK_LIBRARIES "${ParMETIS_LIBRARY};${METIS_LIBRARY}")
endif()
